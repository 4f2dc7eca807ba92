import { everyone, inProfile, type HelpPage } from '#web/layout/help/pages/page.ts';

/** Notifications, sign-in and data, for everyone. */
export const accountPages: readonly HelpPage[] = [
  {
    id: 'what-reaches-me',
    title: 'Choose which notifications I get',
    roles: everyone,
    words:
      'notifications notices email mail sms push text messages quiet hours night stop unsubscribe too many turn off',
    steps: [
      'In your profile, open **Notifications**.',
      "For each topic, check what you want by **Email**, **Text message** and **Push**. You'll always find everything in FirstBell itself.",
      '**Quiet hours** hold text messages and push notifications at night, except answers to your own requests and posts. **Allow urgent ones at any hour** makes an exception. During quiet hours, a substitute’s offers wait until those hours end, unless the class starts soon.',
    ],
    to: inProfile('notices'),
  },
  {
    id: 'sms',
    title: 'Get text messages',
    roles: everyone,
    words: 'sms text phone number mobile code stop consent agree reply answer y27 wrong bounce undelivered',
    steps: [
      'In your profile, open **Notifications**, enter your **Mobile number**, and check **I agree**.',
      'Press **Send me a code**, enter the code, and press **Confirm number**.',
      'If a text about a class tells you how to reply, text Y and its code to accept, or N and its code to decline. You get an answer within seconds. If it books you, you have 5 minutes to undo that with N and the code.',
      'To stop them, press **Stop text messages** or reply STOP to any of them. After that, you can enter another number. If our last text couldn’t be delivered, your profile says so.',
    ],
    to: inProfile('notices'),
  },
  {
    id: 'confirm-email',
    title: 'Confirm my email address',
    roles: everyone,
    words: 'email mail address confirm verify link trusted change new',
    steps: [
      'After you enter or change your address, we send a link there. Open it and press **Confirm email address**.',
      'No email? Open your profile and press **Send the link again**. Check your spam folder, too.',
      'Until you confirm a new address, email goes to the old one. When an administrator approves you, that confirms your address, too.',
    ],
    to: inProfile('details'),
  },
  {
    id: 'push',
    title: 'Get notifications on this device',
    roles: everyone,
    words: 'push phone lock screen app install browser alert',
    steps: [
      'In your profile, open **Notifications** and press **Turn on notifications**. Your browser asks you to allow them.',
      'On an iPhone or iPad, first add FirstBell to the Home Screen and open it from there.',
      'Substitutes can answer an offer right from the notification: press **Request**, or **Accept** if the first request is booked automatically. **Decline** hides the vacancy. If your phone shows no buttons, tap the notification to open the vacancy.',
      'They stop when you press **Turn off notifications** or sign out.',
    ],
    to: inProfile('notices'),
  },
  {
    id: 'second-factor',
    title: 'Turn on a second factor',
    roles: everyone,
    words: '2fa mfa authenticator code app security recovery lost phone stolen password two step',
    steps: [
      'In your profile, open **Account** and press **Set up second factor**.',
      'Scan the QR code with an authenticator app, and enter the code that the app shows.',
      'Store the ten recovery codes away from your phone. If you lose it, each code signs you in once.',
    ],
    to: inProfile('security'),
  },
  {
    id: 'password',
    title: 'Change my password, or sign out elsewhere',
    roles: everyone,
    words: 'forgot reset login sessions devices log out stolen security',
    steps: [
      'Open your profile and press **Change password**. This signs you out everywhere else.',
      '**Where you are signed in** lists your devices; **Sign out elsewhere** signs you out on the others.',
      'Forgot it? Use the link on the sign-in page to get an email.',
    ],
    to: inProfile('account'),
  },
  {
    id: 'own-data',
    title: 'Download all data about me',
    roles: everyone,
    words: 'download data privacy gdpr export zip copy delete account',
    steps: [
      'Open your profile and press **Download my data**.',
      'Enter your password. You get one zip file with an explanation inside.',
    ],
    to: inProfile('account'),
  },
  {
    id: 'theme',
    title: 'Dark mode and larger text',
    roles: everyone,
    words: 'theme dark light mode colors zoom font size contrast print accessibility keyboard screen reader',
    steps: [
      'In the profile menu, choose **Device**, **Light** or **Dark**.',
      'To make text larger, zoom in as on any page. Everything stays in one column, up to 400%.',
      'Everything works with a keyboard: Tab moves to the next control, Enter presses a button, Esc closes a dialog, and F6 jumps to the message at the bottom.',
    ],
  },
];
