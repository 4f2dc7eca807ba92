import { ECDH } from 'node:crypto';
import type { deletePushDevice, getPush, putPushDevice } from '#contract/push.ts';
import { isPushEndpoint } from '#domain/push-endpoint.ts';
import { countAttempt } from '#server/http/limits.ts';
import { wrongField } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';
import { devicesOf, dropDeviceOfSession, keepDevice } from '#server/notifications/push-devices.ts';
import { pushKeys } from '#server/security/keys.ts';

/** A browser re-registers with each page load. */
const namingsPerHour = 600;

type PushCall = Pick<Call<typeof getPush>, 'db' | 'actor' | 'session' | 'now'>;

/** Returns the browsers that receive the caller's push notifications. */
export async function showPush(call: PushCall): ReplyTo<typeof getPush> {
  const { db, actor, now } = call;
  const { publicKey } = await pushKeys(db);
  const devices = await devicesOf(db, actor.id, currentSession(call).tokenHash, now);
  return { publicKey, devices: devices.map((device) => ({ ...device, createdAt: device.createdAt.toISOString() })) };
}

/** Sends push notifications to this session's browser from now on. */
export async function turnOn(call: Call<typeof putPushDevice>): ReplyTo<typeof putPushDevice> {
  const { db, actor, body, config, now } = call;
  await countAttempt(db, { key: `push:${actor.id}`, most: namingsPerHour, windowSeconds: 3600 }, now);
  const { endpoint, keys } = body;
  if (!isPushEndpoint(endpoint, { loopback: config.PUSH_TO_LOOPBACK === 'on' }))
    throw wrongField('endpoint', 'This is not the address of a push service.');
  if (!isPoint(keys.p256dh)) throw wrongField('keys', "This is not a browser's key.");
  await db.inTransaction((tx) =>
    keepDevice(
      tx,
      {
        sessionHash: currentSession(call).tokenHash,
        userId: actor.id,
        endpoint,
        service: new URL(endpoint).hostname,
        ...keys,
      },
      now,
    ),
  );
  return showPush(call);
}

/** Stops push notifications on the caller's device. */
export async function turnOff(call: Call<typeof deletePushDevice>): ReplyTo<typeof deletePushDevice> {
  await dropDeviceOfSession(call.db, currentSession(call).tokenHash);
  return showPush(call);
}

/** Returns whether this is a point on the curve that push encryption uses. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
