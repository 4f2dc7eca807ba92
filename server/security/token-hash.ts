import { hash } from 'node:crypto';

/** Returns the stored hash of a secret token: someone who reads the database can't use it. */
export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
