/** The columns of a vacancy's card on wide screens, and of what stands for it meanwhile: as wide as the longest date, what is taught, what can be done. */
export const cardColumns = 'md:grid-cols-[minmax(13.5rem,max-content)_minmax(0,1fr)_auto]';
