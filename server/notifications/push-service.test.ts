import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import webPush from 'web-push';
import { readConfig } from '#server/core/config.ts';
import { isPublicAddress, openPushService } from '#server/notifications/push-service.ts';
import { standInForPush } from '#test/push-stand-in.ts';

it.each([
  ['8.8.8.8', true],
  ['2600::1', true],
  ['1.1.1.1', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['2001:db8::1', false],
  ['push', false],
])('%s can be a push service: %s', (address, isPublic) => {
  expect(isPublicAddress(address, false)).toBe(isPublic);
});

it('this machine can be one only with a setting', () => {
  expect(isPublicAddress('127.0.0.1', true)).toBe(true);
  expect(isPublicAddress('127.0.0.2', true)).toBe(false);
});

const keys = {
  publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  privateKey: 'ap7i3pXWHhJ6LXJxBmTvkZMVZzVbEwaTNV_yNXqrbPY',
};
const push = { notice: { title: 'Hello', body: '', path: '/', isUrgent: false }, mark: 'notice-1', lifetime: 60 };

it('nothing is sent to a name that resolves to this machine or its network, even later', async () => {
  const standIn = await standInForPush();
  const browser = standIn.subscribe(keys.publicKey);
  const careful = await openPushService(readConfig({}), keys);
  const device = { id: 1, ...browser.keys };
  expect(await careful.send({ ...device, endpoint: browser.endpoint }, push)).toMatchObject({
    isAccepted: false,
    isPermanent: true,
  });
  // A name that resolves to the loopback address, as a public name may, too.
  expect(await careful.send({ ...device, endpoint: 'https://localhost.localdomain/x' }, push)).toMatchObject({
    isAccepted: false,
    isPermanent: true,
  });
  expect(standIn.calls).toEqual([]);
  careful.close();
  await standIn.close();
});

it('a reused connection that closes is retried; a new one that closes is a temporary refusal', async () => {
  const standIn = await standInForPush();
  const pair = webPush.generateVAPIDKeys();
  const browser = standIn.subscribe(pair.publicKey);
  const service = await openPushService(readConfig(standIn.settings), pair);
  const device = { id: 1, ...browser.keys, endpoint: browser.endpoint };
  const sent = () => service.send(device, push);
  expect(await sent()).toEqual({ isAccepted: true });
  // In the next tick, the connection can be reused.
  await setImmediate();
  standIn.decide = () => (standIn.calls.length === 2 ? 'reset' : 'accept');
  expect(await sent()).toEqual({ isAccepted: true });
  expect(standIn.calls).toHaveLength(3);
  standIn.decide = () => 'reset';
  expect(await sent()).toMatchObject({ isAccepted: false, isPermanent: false });
  service.close();
  await standIn.close();
});
