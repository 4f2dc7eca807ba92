// How other features let somebody in.
export { enter, handCookies } from '#server/features/accounts/enter.ts';
