/// Font sizes, spacing and motion as CSS custom properties. Motion is off for users who prefer reduced motion.
enum ScaleTokens {
    static let rules = """
        :root { --small: .875rem; --large: 1.15rem; --title: 1.5rem; --display: 2.25rem;
          --s1: .25rem; --s2: .5rem; --s3: .75rem; --s4: 1rem; --s5: 1.5rem; --s6: 2rem; --s7: 3rem;
          --round: .6rem; --top: 3.25rem; --motion: 0s; }
        @media (prefers-reduced-motion: no-preference) { :root { --motion: .15s; } }

        """
}
