// The first file of this module takes this one's place.
