/** The maximum number of favorites of a teacher or a school. With more, they would no longer be a choice. */
export const mostFavorites = 100;

/** The maximum number of substitutes to whom one vacancy can be offered first by name. */
export const mostFirst = 5;
