/** The most favorites of a teacher, and of a school. More would be no choice. */
export const mostFavorites = 100;

/** The most substitutes to whom one vacancy can be offered first by name. */
export const mostFirst = 5;
