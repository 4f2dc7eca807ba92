/**
 * The columns of a vacancy's card on wide screens, and of its placeholder: the longest date, the class, the buttons.
 */
export const cardColumns = 'md:grid-cols-[minmax(13.5rem,max-content)_minmax(0,1fr)_auto]';
