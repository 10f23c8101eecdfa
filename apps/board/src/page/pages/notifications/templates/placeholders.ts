import { t } from '../../../navigation/text.ts';

/** The placeholders of message templates, with what replaces them. */
export const placeholders = [
  ['event.label', t('Name of the event')],
  ['event.type', t('Type of the event, such as task.failed')],
  ['event.time', t('Time of the event, in UTC')],
  ['subject.title', t('Title of the task, release, trigger, receiver or token')],
  ['release.id', t('ID of the release')],
  ['release.title', t('Title of the release')],
  ['release.status', t('Status of the release at the event')],
  ['release.tags', t('Tags of the release')],
  ['task.id', t('ID of the task')],
  ['task.title', t('Title of the task')],
  ['task.type', t('Type of the task')],
  ['task.status', t('Status of the task at the event')],
  ['task.phase', t('Title of the phase')],
  ['task.dueDate', t('Due date of the task, in UTC')],
  ['task.failures', t('Number of failures of the task')],
  ['actor', t('User who caused the event')],
  ['flag', t('New flag')],
  ['risk.from', t('Risk score before the event')],
  ['risk.to', t('Risk score after the event')],
  ['details', t('Reason of a failed trigger or a disabled receiver, or the end of a token')],
  ['reason', t('Why the recipient gets the message')],
  ['url', t('Address of the release or task in the board')],
] as const;

/** Returns the notation of a placeholder in a template. */
export const placeholderText = (name: string): string => `{{${name}}}`;
