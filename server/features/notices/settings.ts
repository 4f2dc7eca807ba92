import type { getNoticeSettings, putNoticeSettings } from '#contract/notice-settings.ts';
import {
  canSwitchOff,
  isOnUnlessSaid,
  type NoticeChannel,
  noticeChannels,
  type NoticeTopic,
  type QuietHours,
  topicsFor,
} from '#domain/notice-topics.ts';
import type { Role } from '#domain/role.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { isSetUp } from '#server/notifications/channels.ts';

type Choices = Partial<Record<NoticeTopic, Partial<Record<NoticeChannel, boolean>>>>;
type SettingsRow = { role: Role; email: string | null; smsNumber: string | null; choices: Choices; quiet: QuietHours };

/** Returns the caller's notification settings. */
export async function showSettings(
  call: Pick<Call<typeof getNoticeSettings>, 'db' | 'actor' | 'config'>,
): ReplyTo<typeof getNoticeSettings> {
  const { db, actor, config } = call;
  const [row] =
    await db.query<SettingsRow>(sql`select role, email, sms_number as "smsNumber", notice_choices as choices,
      jsonb_build_object('from', to_char(quiet_from, 'HH24:MI'), 'to', to_char(quiet_to, 'HH24:MI'),
        'urgentMayDisturb', urgent_may_disturb) as quiet
    from users where id = ${actor.id}`);
  if (row === undefined) throw new Error('The signed-in user has no row.');
  const { choices, quiet, email, smsNumber } = row;
  return {
    choices: topicsFor(row.role).map((topic) => {
      const isOn = (channel: NoticeChannel) => choices[topic]?.[channel] ?? isOnUnlessSaid(topic, channel);
      return { topic, email: isOn('email'), sms: isOn('sms'), push: isOn('push') };
    }),
    quietHours: quiet,
    smsNumber,
    email,
    isSetUp: { email: isSetUp(config, 'email'), sms: isSetUp(config, 'sms') },
  };
}

/** Saves the caller's choices. Topics that can't be turned off stay on. */
export async function keepSettings(call: Call<typeof putNoticeSettings>): ReplyTo<typeof putNoticeSettings> {
  const { db, actor, body } = call;
  const { choices = [], quietHours } = body;
  for (const { topic, ...said } of choices) {
    for (const channel of noticeChannels) {
      const isOn = said[channel];
      if (isOn !== undefined) await switchChannel(db, actor.id, topic, channel, isOn || !canSwitchOff(topic, channel));
    }
  }
  if (quietHours !== undefined) {
    await db.execute(sql`update users
      set quiet_from = ${quietHours.from}, quiet_to = ${quietHours.to},
        urgent_may_disturb = ${quietHours.urgentMayDisturb} where id = ${actor.id}`);
  }
  return showSettings(call);
}

/** Turns a channel of one topic on or off for a person. Other choices remain, even if changed concurrently. */
export async function switchChannel(
  db: Queryable,
  userId: number,
  topic: NoticeTopic,
  channel: NoticeChannel,
  isOn: boolean,
): Promise<void> {
  await db.execute(sql`update users set notice_choices = jsonb_set(jsonb_set(notice_choices, array[${topic}::text],
      coalesce(notice_choices -> ${topic}::text, '{}')), array[${topic}::text, ${channel}::text],
      to_jsonb(${isOn}::boolean))
    where id = ${userId} and deleted_at is null`);
}
