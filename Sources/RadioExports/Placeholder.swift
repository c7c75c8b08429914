import Radio
