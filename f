a
ab