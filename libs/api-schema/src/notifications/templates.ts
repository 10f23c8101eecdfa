import { message } from '@slipway/domain/messages';
import { templateChannels } from '@slipway/domain/notification-choices';
import { canonicalLanguage, type NotificationTemplate, withoutRepeated } from '@slipway/domain/notifications';
import { z } from 'zod';
import { expects } from '../format/expects.ts';
import { expectsOneOf, list, listUpTo, optional } from '../format/scalars.ts';
import { eventName, eventTypeNames } from './rules.ts';

const maxTemplates = 500;
const maxSubjectLength = 200;
const maxTextLength = 10_000;

const expectsLanguage = expects(message('expected.language'));

/** A language tag in a request, in its canonical form. */
export const languageTag = z.string(expectsLanguage).transform((tag, context): string => {
  const language = canonicalLanguage(tag);
  if (language !== null) return language;
  context.addIssue({ code: 'custom', message: expectsLanguage.error });
  return z.NEVER;
});

const expectsLine = expects(message('expected.line', { max: maxSubjectLength }));
const line = z
  .string(expectsLine)
  .max(maxSubjectLength, expectsLine)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, expectsLine);
const expectsText = expects(message('expected.title', { max: maxTextLength }));
const text = z.string(expectsText).min(1, expectsText).max(maxTextLength, expectsText);

const template = z.object({
  eventType: eventName,
  channel: z.enum(templateChannels, expects(expectsOneOf(templateChannels))),
  language: languageTag.describe('BCP 47, such as en or pt-BR'),
  subject: optional(line).describe('of a mail; ignored for other channels'),
  text,
});

type TemplateBody = Omit<z.output<typeof template>, 'text'> & { readonly text?: string | undefined };

/** Returns the subject of a mail, if the template has one. Chats have no subjects. */
const subjectIn = ({ channel, subject }: TemplateBody) =>
  channel === 'mail' && subject !== undefined && subject.trim() !== '' ? { subject } : {};

/** The templates of the installation or a folder in a request. */
export const notificationTemplatesBody = listUpTo(
  maxTemplates,
  template.meta({ id: 'NotificationTemplateBody' }),
).describe('of several templates for the same event, channel and language, the last one is stored');
export type NotificationTemplatesBody = z.output<typeof notificationTemplatesBody>;

/** Converts the templates of a request. Lines end with a line feed. */
export const toTemplates = (body: NotificationTemplatesBody): readonly NotificationTemplate[] =>
  withoutRepeated(
    body.map((one) => ({
      ...{ eventType: one.eventType, channel: one.channel, language: one.language },
      ...subjectIn(one),
      text: one.text.replace(/\r\n?/g, '\n'),
    })),
  );

export const notificationTemplatesResponse = list(
  z
    .object({
      eventType: z.enum(eventTypeNames),
      channel: z.enum(templateChannels),
      language: z.string(),
      subject: z.string().optional(),
      text: z.string(),
    })
    .meta({ id: 'NotificationTemplate' }),
);
export type NotificationTemplatesResponse = z.output<typeof notificationTemplatesResponse>;

/** The placeholders that a template can have. */
export const placeholdersResponse = list(
  z.object({ name: z.string(), description: z.string() }).meta({ id: 'NotificationPlaceholder' }),
);

/** The template to render. Without a text, the stored one for the event, channel and language. */
export const templatePreviewBody = z
  .object({
    template: template.extend({ text: optional(text).describe('absent: the nearest stored template upwards') }),
    folderId: optional(z.string()).describe('absent: the installation'),
  })
  .meta({ id: 'TemplatePreviewBody' });
export type TemplatePreviewBody = z.output<typeof templatePreviewBody>;

/** The message of a template about a real event, or about an example. */
export const templatePreviewResponse = z
  .object({
    eventType: z.enum(eventTypeNames),
    eventId: z.string().optional().describe('absent: the example of the catalog'),
    subject: z.string().optional().describe('of a mail'),
    text: z.string(),
    html: z.string().optional().describe('of a mail'),
    body: z.string().optional().describe('the JSON of a message for Slack or Microsoft Teams'),
  })
  .meta({ id: 'TemplatePreview' });
export type TemplatePreviewResponse = z.output<typeof templatePreviewResponse>;
