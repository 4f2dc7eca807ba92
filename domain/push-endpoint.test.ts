import { describe, expect, test } from 'vitest';
import { isPushEndpoint } from './push-endpoint.ts';

describe('an address of a push service', () => {
  test.each([
    ['https://fcm.googleapis.com/fcm/send/abc:def', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/gAAA', true],
    ['https://web.push.apple.com/QGuQ', true],
    ['https://wns2-par02p.notify.windows.com/w/?token=BQY', true],
    ['http://push.example.org/x', false],
    ['https://push.example.org:8443/x', false],
    ['https://a:b@push.example.org/x', false],
    ['https://push.example.org/x#part', false],
    ['https://localhost/x', false],
    ['https://db.internal/x', false],
    ['https://printer.local/x', false],
    ['https://intranet/x', false],
    ['https://127.0.0.1/x', false],
    ['https://2130706433/x', false],
    ['https://0x7f.1/x', false],
    ['https://[::1]/x', false],
    ['https://169.254.169.254/latest', false],
    [`https://push.example.org/${'x'.repeat(1000)}`, false],
    ['not an address', false],
    ['', false],
  ])('%s: %s', (address, isOne) => {
    expect(isPushEndpoint(address, { loopback: false })).toBe(isOne);
  });

  test('may be this machine only if the setting allows it', () => {
    expect(isPushEndpoint('http://127.0.0.1:8080/x', { loopback: true })).toBe(true);
    expect(isPushEndpoint('https://127.0.0.1:8443/x', { loopback: true })).toBe(true);
    expect(isPushEndpoint('ftp://127.0.0.1/x', { loopback: true })).toBe(false);
    expect(isPushEndpoint('http://127.0.0.2/x', { loopback: true })).toBe(false);
  });
});
