interface MessageTemplate {
  name: string;
  subject: string;
  body: string;
  isUrgent: boolean;
  /** This template is for the substitute who covered the class, never for everyone. */
  isPersonal?: boolean;
}

/**
 * The templates of the message dialog. Choosing one fills in the subject and body and, for an urgent one, checks
 * urgent.
 */
export const messageTemplates: readonly MessageTemplate[] = [
  {
    name: 'Vacancy Announcement',
    subject: 'Substitute needed for my class',
    body: 'Hello,\n\nI will be away and am looking for a substitute for my class. The date and times are in the vacancy. If you are free, please request it.\n\nThank you!',
    isUrgent: false,
  },
  {
    name: 'Lesson Plan Instructions',
    subject: 'Lesson plans for my class',
    body: 'Hello,\n\nThe lesson plans for my class are ready. The link is in your assignment. Please read them before the day, and let me know if anything is unclear.\n\nThank you!',
    isUrgent: false,
  },
  {
    name: 'Urgent Coverage Needed',
    subject: 'Urgent: coverage needed',
    body: 'Hello,\n\nMy class needs a substitute at very short notice. If you can come, please request the vacancy right away.\n\nThank you!',
    isUrgent: true,
  },
  {
    name: 'Thank You Message',
    subject: 'Thank you for covering my class',
    body: 'Hello,\n\nThank you for looking after my class. I appreciate your help and hope to work with you again.\n\nAll the best!',
    isUrgent: false,
    isPersonal: true,
  },
];

/** The texts of the front office, which has no class of its own, in the order of the templates. */
const officeTexts: readonly Pick<MessageTemplate, 'subject' | 'body'>[] = [
  {
    subject: 'Substitute needed',
    body: 'Hello,\n\nOne of our teachers will be away, and we are looking for a substitute. The date and times are in the vacancy. If you are free, please request it.\n\nThank you!',
  },
  {
    subject: 'Lesson plans for your class',
    body: 'Hello,\n\nThe lesson plans for your class are ready. The link is in your assignment. Please read them before the day, and let us know if anything is unclear.\n\nThank you!',
  },
  {
    subject: 'Urgent: coverage needed',
    body: 'Hello,\n\nOne of our classes needs a substitute at very short notice. If you can come, please request the vacancy right away.\n\nThank you!',
  },
  {
    subject: 'Thank you for covering our class',
    body: 'Hello,\n\nThank you for looking after our class. We appreciate your help and hope to work with you again.\n\nAll the best!',
  },
];

const officeTemplates = messageTemplates.map((template, at) => ({ ...template, ...officeTexts[at] }));

/** Returns the templates with the texts of a teacher, or of the front office. */
export function templatesOf(sender: 'teacher' | 'office'): readonly MessageTemplate[] {
  return sender === 'teacher' ? messageTemplates : officeTemplates;
}

/** The placeholders of the demo templates, with their labels. */
export const placeholders = { teacherName: 'Teacher name', date: 'Date', class: 'Class' } as const;

type Placeholder = keyof typeof placeholders;

interface DemoTemplate {
  name: string;
  subject: string;
  body: string;
}

/** The demo templates. Placeholders are in double braces. */
export const demoTemplates: readonly DemoTemplate[] = [
  {
    name: 'Assignment Reminder',
    subject: 'Reminder: {{class}} on {{date}}',
    body: 'Hello,\n\nThis is a reminder that you are covering {{class}} for {{teacherName}} on {{date}}. Please arrive 15 minutes early and check in at the front office.\n\nThank you!',
  },
  {
    name: 'Document Request',
    subject: 'Documents needed before {{date}}',
    body: 'Hello,\n\nBefore you cover {{class}} for {{teacherName}} on {{date}}, we still need your documents. Please add them to your profile or bring them to the front office.\n\nThank you!',
  },
  {
    name: 'Urgent Vacancy',
    subject: 'Urgent: {{class}} on {{date}} needs a substitute',
    body: 'Hello,\n\n{{teacherName}} is away on {{date}} and {{class}} still has no substitute. If you can come, please request the vacancy right away.\n\nThank you!',
  },
  {
    name: 'Feedback Request',
    subject: 'How was {{class}} on {{date}}?',
    body: 'Hello,\n\nThank you for covering {{class}} for {{teacherName}} on {{date}}. How did the day go? A few lines about what went well and what did not will help us prepare the next one.\n\nThank you!',
  },
  {
    name: 'Appreciation',
    subject: 'Thank you for {{date}}',
    body: 'Hello,\n\nThank you for covering {{class}} on {{date}}. {{teacherName}} and the students appreciate it, and so do we.\n\nAll the best!',
  },
];

/** Returns a text with its placeholders filled in. One without a value appears as its label in brackets. */
export function fillTemplate(text: string, values: Partial<Record<Placeholder, string>>): string {
  return text.replace(/\{\{(teacherName|date|class)\}\}/g, (_, key: Placeholder) => {
    return values[key]?.trim() || `[${placeholders[key]}]`;
  });
}
