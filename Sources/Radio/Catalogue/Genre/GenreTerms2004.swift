// TV-Anytime's ContentCS of 2004, one number and name per line, from GitHub njh/radiodns-uk, genres/, at 1214066.
//
// MIT License. Copyright (c) 2017 Nicholas Humfrey.
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
// documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
// rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
// persons to whom the Software is furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
// Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
// WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
// COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
// OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

extension GenreTerm {
    /// Numbers and names.
    static let terms2004 = """
        3.1 Non-fiction
        3.1.1 News
        3.1.1.1 Daily news
        3.1.1.2 Special news/edition
        3.1.1.3 Special Reports
        3.1.1.4 Commentary
        3.1.1.5 Periodical/General
        3.1.1.6 National politics/National assembly
        3.1.1.7 Economy/Market/Financial/Business
        3.1.1.8 Foreign/International
        3.1.1.9 Sports
        3.1.1.10 Cultural
        3.1.1.11 Local/Regional
        3.1.1.12 Traffic
        3.1.1.13 Weather forecasts
        3.1.1.14 Service information
        3.1.1.15 Public affairs
        3.1.1.16 Current affairs
        3.1.2 Philosophies of life
        3.1.2.1 Religion
        3.1.2.1.1 Buddhism
        3.1.2.1.2 Hinduism
        3.1.2.1.3 Christianity
        3.1.2.1.4 Islam
        3.1.2.1.5 Judaism
        3.1.2.1.6 Atheism
        3.1.2.1.7 Agnosticism
        3.1.2.1.8 Shintoism
        3.1.2.2 Non-religious philosophies
        3.1.2.2.1 Communism
        3.1.2.2.2 Humanism
        3.1.2.2.3 Capitalism
        3.1.2.2.4 Socialism
        3.1.2.2.5 Libertarianism
        3.1.2.2.6 Republicanism
        3.1.3 General non-fiction
        3.1.3.1 Political
        3.1.3.2 Social
        3.1.3.3 Economic
        3.1.3.4 Legal
        3.1.3.5 Finance
        3.1.3.6 Education
        3.1.3.7 International affairs
        3.1.3.8 Military/Defence
        3.1.4 Arts and Media
        3.1.4.1 Music
        3.1.4.2 Dance
        3.1.4.3 Theatre
        3.1.4.4 Opera
        3.1.4.5 Cinema
        3.1.4.6 Advertising
        3.1.4.7 Press
        3.1.4.8 Plastic arts
        3.1.4.9 Fine arts
        3.1.4.10 Experimental arts
        3.1.4.11 Architecture
        3.1.4.12 Showbiz
        3.1.4.13 Television
        3.1.4.14 Radio
        3.1.4.15 New media
        3.1.5 Humanities
        3.1.5.1 Literature
        3.1.5.2 Languages
        3.1.5.3 History
        3.1.5.4 Culture/Tradition/Anthropology/Ethnic studies
        3.1.5.5 War/Conflict
        3.1.6 Sciences
        3.1.6.1 Applied sciences
        3.1.6.2 Nature/Natural sciences
        3.1.6.3 Animals/Wildlife
        3.1.6.4 Environment/Geography
        3.1.6.5 Space/Universe
        3.1.6.6 Physical sciences
        3.1.6.7 Medicine
        3.1.6.8 Technology
        3.1.6.9 Physiology
        3.1.6.10 Psychology
        3.1.6.11 Social
        3.1.6.12 Spiritual
        3.1.6.13 Mathematics
        3.1.6.14 Archaeology
        3.1.7 Human interest
        3.1.7.1 Reality
        3.1.7.2 Society/Show business/Gossip
        3.1.7.3 Biography/Notable personalities
        3.1.7.4 Personal problems
        3.1.7.5 Investigative journalism
        3.1.7.6 Museums
        3.1.7.7 Religious buildings
        3.1.8 Transport and Communications
        3.1.8.1 Air
        3.1.8.2 Land
        3.1.8.3 Sea
        3.1.8.4 Space
        3.1.9 Events
        3.1.9.1 Anniversary
        3.1.9.2 Fair
        3.1.9.3 Tradeshow
        3.1.9.4 Musical
        3.1.9.5 Exhibition
        3.2 Sports
        3.2.1 Athletics
        3.2.1.1 Field
        3.2.1.2 Track
        3.2.1.3 Combined athletics
        3.2.1.4 Running
        3.2.1.5 Cross-country
        3.2.1.6 Triathlon
        3.2.2 Cycling/Bicycle
        3.2.2.1 Mountainbike
        3.2.2.2 Bicross
        3.2.2.3 Indoor cycling
        3.2.2.4 Road cycling
        3.2.3 Team sports
        3.2.3.1 Football (American)
        3.2.3.2 Football (Australian)
        3.2.3.3 Football (Gaelic)
        3.2.3.4 Football (Indoor)
        3.2.3.5 Beach soccer
        3.2.3.6 Bandy
        3.2.3.7 Baseball
        3.2.3.8 Basketball
        3.2.3.9 Cricket
        3.2.3.10 Croquet
        3.2.3.11 Faustball
        3.2.3.12 Football (Soccer)
        3.2.3.13 Handball
        3.2.3.14 Hockey
        3.2.3.15 Korfball
        3.2.3.16 Lacrosse
        3.2.3.17 Netball
        3.2.3.18 Roller skating
        3.2.3.19 Rugby
        3.2.3.19.1 Rugby union
        3.2.3.19.2 Rugby league
        3.2.3.20 Softball
        3.2.3.21 Volleyball
        3.2.3.22 Beach volley
        3.2.3.23 Hurling
        3.2.3.24 Flying Disc/ Frisbee
        3.2.4 Racket sports
        3.2.4.1 Badminton
        3.2.4.2 Racketball
        3.2.4.3 Short tennis
        3.2.4.4 Soft tennis
        3.2.4.5 Squash
        3.2.4.6 Table tennis
        3.2.4.7 Tennis
        3.2.5 Martial Arts
        3.2.5.1 Aikido
        3.2.5.2 Jai-alai
        3.2.5.3 Judo
        3.2.5.4 Ju-jitsu
        3.2.5.5 Karate
        3.2.5.6 Sumo/Fighting games
        3.2.5.7 Sambo
        3.2.5.8 Taekwondo
        3.2.6 Water sports
        3.2.6.1 Bodyboarding
        3.2.6.2 Yatching
        3.2.6.3 Canoeing
        3.2.6.4 Diving
        3.2.6.5 Fishing
        3.2.6.6 Polo
        3.2.6.7 Rowing
        3.2.6.8 Sailing
        3.2.6.9 Sub-aquatics
        3.2.6.10 Surfing
        3.2.6.11 Swimming
        3.2.6.12 Water polo
        3.2.6.13 Water skiing
        3.2.6.14 Windsurfing
        3.2.7 Winter sports
        3.2.7.1 Bobsleigh/Tobogganing
        3.2.7.2 Curling
        3.2.7.3 Ice-hockey
        3.2.7.4 Ice-skating
        3.2.7.5 Luge
        3.2.7.6 Skating
        3.2.7.7 Skibob
        3.2.7.8 Skiing
        3.2.7.9 Sleddog
        3.2.7.10 Snowboarding
        3.2.7.11 Alpine skiing
        3.2.7.12 Freestyle skiing
        3.2.7.13 Inline skating
        3.2.7.14 Nordic skiing
        3.2.7.15 Ski jumping
        3.2.7.16 Speed skating
        3.2.7.17 Figure skating
        3.2.7.18 Ice-dance
        3.2.7.19 Marathon
        3.2.7.20 Short-track
        3.2.7.21 Biathlon
        3.2.8 Motor sports
        3.2.8.1 Motor/Auto racing
        3.2.8.2 Motor boating/Motor racing
        3.2.8.3 Motor cycling
        3.2.8.4 Formula 1
        3.2.8.5 Indy car
        3.2.8.6 Karting
        3.2.8.7 Rally
        3.2.8.8 Trucking
        3.2.8.9 Tractor pulling
        3.2.8.10 Auto racing
        3.2.9 'Social' sports
        3.2.9.1 Billiards
        3.2.9.2 Boules
        3.2.9.3 Bowling
        3.2.9.4 Chess
        3.2.9.5 Dance sport
        3.2.9.6 Darts
        3.2.9.7 Pool
        3.2.9.8 Snooker
        3.2.9.9 Tug-of-war
        3.2.9.10 Balle pelote
        3.2.9.11 Basque pelote
        3.2.9.12 Trickshot
        3.2.10 Gymnastics
        3.2.10.1 Assymetric bars
        3.2.10.2 Beam
        3.2.10.3 Horse
        3.2.10.4 Mat
        3.2.10.5 Parallel bars
        3.2.10.6 Rings
        3.2.10.7 Trampoline
        3.2.11 Equestrian
        3.2.11.1 Cart
        3.2.11.2 Dressage
        3.2.11.3 Horse racing
        3.2.11.4 Polo
        3.2.11.5 Jumping
        3.2.11.6 Crossing
        3.2.11.7 Trotting
        3.2.12 Adventure sports
        3.2.12.1 Archery
        3.2.12.2 Extreme sports
        3.2.12.3 Mountaineering
        3.2.12.4 Climbing
        3.2.12.5 Orienteering
        3.2.12.6 Shooting
        3.2.12.7 Sport acrobatics
        3.2.12.8 Rafting
        3.2.13 Strength-based sports
        3.2.13.1 Body-building
        3.2.13.2 Boxing
        3.2.13.3 Combative sports
        3.2.13.4 Power-lifting
        3.2.13.5 Weight-lifting
        3.2.13.6 Wrestling
        3.2.14 Air sports
        3.2.14.1 Ballooning
        3.2.14.2 Hang gliding
        3.2.14.3 Sky diving
        3.2.14.4 Delta-plane
        3.2.14.5 Parachuting
        3.2.14.6 Kiting
        3.2.14.7 Aeronautics
        3.2.14.8 Gliding
        3.2.14.9 Flying
        3.2.14.10 Aerobatics
        3.2.15 Golf
        3.2.16 Fencing
        3.2.17 Dog racing
        3.2.18 Casting
        3.2.19 Maccabi
        3.2.20 Modern Pentathlon
        3.2.21 Sombo
        3.3 Leisure/Hobby
        3.3.1 Do-it-yourself
        3.3.2 Cookery
        3.3.3 Gardening
        3.3.4 Travel/Tourism
        3.3.5 Adventure/Expeditions
        3.3.6 Fishing
        3.3.7 Outdoor
        3.3.8 Pet
        3.3.9 Craft/Handicraft
        3.3.10 Art
        3.3.11 Music
        3.3.12 Board Games
        3.3.13 Computer Games
        3.3.14 Card Cames
        3.3.15 Fitness/Keep-fit
        3.3.16 Personal health
        3.3.17 Car
        3.3.18 Motorcycle/Motoring
        3.3.19 Fashion
        3.3.20 Life/ House Keeping/Lifestyle
        3.3.21 Technology/Computing
        3.3.22 Gaming
        3.3.23 Shopping
        3.3.24 Adult
        3.3.25 Road safety
        3.3.26 Consumer advice
        3.3.27 Employment advice
        3.3.28 Boating
        3.3.29 Parenting
        3.3.30 Self-help
        3.3.31 Collectibles
        3.3.32 Jewellery
        3.3.33 Beauty
        3.3.34 Aviation
        3.4 Fiction
        3.4.1 General light drama
        3.4.2 Soap
        3.4.2.1 Soap opera
        3.4.2.2 Soap special
        3.4.2.3 Soap talk
        3.4.3 Romance
        3.4.4 Legal Melodrama
        3.4.5 Medical melodrama
        3.4.6 Action
        3.4.6.1 Adventure
        3.4.6.2 Disaster
        3.4.6.3 Mystery
        3.4.6.4 Detective
        3.4.6.5 Historical/Epic
        3.4.6.6 Horror
        3.4.6.7 Science fiction
        3.4.6.8 War
        3.4.6.9 Western
        3.4.6.10 Thriller
        3.4.6.11 Sports
        3.4.6.12 Martial arts
        3.4.6.13 Epic
        3.4.7 Fantasy/Fairy tale
        3.4.8 Erotica
        3.4.9 Drama based on real events (docudrama)
        3.4.10 Musical
        3.4.11 Comedy
        3.4.12 Effect movies
        3.4.13 Classical drama
        3.4.14 Period drama
        3.4.15 Contemporary drama
        3.4.16 Religious
        3.4.17 Poems/Stories
        3.4.18 Biography
        3.4.19 Psychological drama
        3.5 Amusement
        3.5.1 Game show
        3.5.2 Quiz/Contest
        3.5.3 Variety show
        3.5.4 Surprise show
        3.5.5 Reality show
        3.5.6 Candid camera
        3.5.7 Comedy
        3.5.7.1 Broken comedy
        3.5.7.2 Romantic comedy
        3.5.7.3 Sitcom
        3.5.7.4 Satire
        3.5.9 Humour
        3.5.10 Magic/Hypnotism
        3.5.11 Circus
        3.5.12 Dating show
        3.5.13 Bullfighting
        3.5.14 Rodeo
        3.5.15 Airshow
        3.6 Music
        3.6.1 Classical music
        3.6.1.1 Early
        3.6.1.2 Classical
        3.6.1.3 Romantic
        3.6.1.4 Contemporary
        3.6.1.5 Light classical
        3.6.1.6 Middle Ages
        3.6.1.7 Renaissance
        3.6.1.8 Baroque
        3.6.1.9 Opera
        3.6.1.10 Solo instruments (e.g. Piano)
        3.6.1.11 Chamber
        3.6.1.12 Symphonic
        3.6.1.13 Vocal
        3.6.1.14 Choral
        3.6.2 Jazz
        3.6.2.1 New Orleans/Early jazz
        3.6.2.2 Big band/Swing/Dixie
        3.6.2.3 Blues/Soul jazz
        3.6.2.4 Bop/Hard bop/Bebop
        3.6.2.5 Traditional/Smooth
        3.6.2.6 Cool/Free
        3.6.2.7 Modern/Acid/Avant-garde
        3.6.2.8 Latin and World jazz
        3.6.2.9 Pop jazz/Jazz funk
        3.6.2.10 Acid jazz/Fusion
        3.6.3 Background music
        3.6.3.1 Middle-of-the-road
        3.6.3.2 Easy listening
        3.6.3.3 Ambient
        3.6.3.4 Mood music
        3.6.3.5 Oldies
        3.6.3.6 Love songs
        3.6.3.7 Dance hall
        3.6.3.8 Soundtrack
        3.6.3.9 Trailer
        3.6.3.10 Showtunes
        3.6.3.11 TV
        3.6.3.12 Cabaret
        3.6.3.13 Instrumental
        3.6.3.14 Sound clip
        3.6.3.15 Retro
        3.6.4 Pop-rock
        3.6.4.1 Pop
        3.6.4.2 Chanson/Ballad
        3.6.4.3 Traditional rock and roll
        3.6.4.4 Soft/Slow rock
        3.6.4.5 Classic/Dance/Pop-rock
        3.6.4.6 Folk
        3.6.4.7 Punk/Funk rock
        3.6.4.8 New Age
        3.6.4.9 Instrumental/Band/Symphonic rock/Jam bands
        3.6.4.10 Progressive/Alternative/Indie/Experimental/Art-rock
        3.6.4.11 Seasonal/Holiday
        3.6.4.12 Japanese pop-rock
        3.6.4.13 Karaoke/Singing contests
        3.6.5 Blues/Rhythm and Blues/Soul/Gospel
        3.6.5.1 Blues
        3.6.5.2 R and B
        3.6.5.3 Soul
        3.6.5.4 Gospel
        3.6.6 Country and Western
        3.6.7 Rap/Hip Hop/Reggae
        3.6.7.1 Rap/Christian rap
        3.6.7.2 Hip Hop/Trip-Hop
        3.6.7.3 Reggae
        3.6.7.4 Ska/Gangsta
        3.6.8 Electronic/Club/Urban/Dance
        3.6.8.1 Acid/Punk/Acid Punk
        3.6.8.2 Disco
        3.6.8.3 Techno/Euro-Techno/Techno-Industrial/Industrial
        3.6.8.4 House/Techno House
        3.6.8.5 Rave
        3.6.8.6 Jungle/Tribal
        3.6.8.7 Trance
        3.6.8.8 Punk
        3.6.8.9 Garage/Psychedelic
        3.6.8.10 Metal/Death metal/Pop metal
        3.6.8.11 Drum and Bass
        3.6.8.12 Pranks
        3.6.8.13 Grunge
        3.6.8.14 Dance/Dance-pop
        3.6.9 World/Traditional/Ethnic/Folk music
        3.6.9.1 Africa
        3.6.9.2 Asia
        3.6.9.3 Australia/Oceania
        3.6.9.4 Caribbean
        3.6.9.5 Europe
        3.6.9.6 Latin America
        3.6.9.7 Middle East
        3.6.9.8 North America
        3.6.10 Hit-Chart/Song Requests
        3.6.11 Children's songs
        3.6.12 Event music
        3.6.12.1 Wedding
        3.6.12.2 Sports
        3.6.12.3 Ceremonial/Chants
        3.6.13 Spoken
        3.6.14 Dance
        3.6.14.1 Ballet
        3.6.14.2 Tap
        3.6.14.3 Modern
        3.6.14.4 Classical
        3.7 Interactive games
        3.7.1 Content games categories
        3.7.1.1 Action
        3.7.1.2 Adventure
        3.7.1.3 Fighting
        3.7.1.4 Online
        3.7.1.5 Platform
        3.7.1.6 Puzzle
        3.7.1.7 RPG/ MUDs
        3.7.1.8 Racing
        3.7.1.9 Simulation
        3.7.1.10 Sports
        3.7.1.11 Strategy
        3.7.1.12 Wrestling
        3.7.1.13 Classic/Retro
        3.7.2 Style
        3.7.2.1 Logic based
        3.7.2.2 Word games
        3.7.2.3 Positional
        3.7.2.4 Board games
        3.7.2.5 Text environments
        3.7.2.6 Dynamic 2D/3D graphics
        3.7.2.7 Non-linear video
        3.8 Educational material
        3.8.1 Educational categories
        3.8.1.1 Applied sciences
        3.8.1.2 Animals/Wildlife
        3.8.1.3 Archaeology
        3.8.1.4 Agriculture
        3.8.1.5 Anthropology
        3.8.1.6 Architecture
        3.8.1.7 Art
        3.8.1.8 Astronomy
        3.8.1.9 Biology
        3.8.1.10 Botany
        3.8.1.11 Business
        3.8.1.12 Chemistry
        3.8.1.13 Communications
        3.8.1.14 Computer Science
        3.8.1.15 Constructions
        3.8.1.16 Economics
        3.8.1.17 Education
        3.8.1.18 Environment
        3.8.1.19 Engineering
        3.8.1.20 Environmental Science
        3.8.1.21 Ethnic/Cultural Studies
        3.8.1.22 Finance
        3.8.1.23 Geography
        3.8.1.24 General Science
        3.8.1.25 Geology
        3.8.1.26 Health
        3.8.1.27 History
        3.8.1.28 Home Economics
        3.8.1.29 Interdisciplinary Studies
        3.8.1.30 Language
        3.8.1.31 Law
        3.8.1.32 Liberal Arts and Science
        3.8.1.33 Library Science
        3.8.1.34 Literature
        3.8.1.35 Manufacturing
        3.8.1.36 Marketing
        3.8.1.37 Mathematics
        3.8.1.38 Mechanics
        3.8.1.39 Medicine
        3.8.1.40 Military Technologies
        3.8.1.41 Music
        3.8.1.42 Natural sciences
        3.8.1.43 Performing Arts
        3.8.1.44 Philosophy
        3.8.1.45 Physiology
        3.8.1.46 Physical Education
        3.8.1.47 Physical Sciences
        3.8.1.48 Physics
        3.8.1.49 Political Science
        3.8.1.50 Psychology
        3.8.1.51 Sociology
        3.8.1.52 Space/Universe
        3.8.1.53 Spiritual
        3.8.1.54 Statistics
        3.8.1.55 Technology
        3.8.1.56 Theology
        3.8.1.57 Transportation
        3.8.2 Educational levels
        3.8.2.1 Very easy
        3.8.2.2 Easy
        3.8.2.3 Medium
        3.8.2.4 Difficult
        3.8.2.5 Very difficult
        """
}
