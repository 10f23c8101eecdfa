import type { MessagePart } from '@slipway/domain/messages';
import { t } from '../../navigation/text.ts';

/** The labels of fields whose names in REST differ from them. */
const labels: Readonly<Record<string, string>> = {
  periodicity: t('Expression'),
  scriptUsername: t('Run scripts as'),
  scriptUserPassword: t('Password'),
  scheduledStartDate: t('Planned start'),
  dueDate: t('Due'),
  plannedDuration: t('Expected duration'),
  taskFailureHandlerEnabled: t('Handle failures'),
  taskRecoverOp: t('On failure'),
  failureHandler: t('Failure handler script'),
  precondition: t('Precondition script'),
  phaseRecoverOp: t('Restart phase from'),
  waitForScheduledStartDate: t('Wait for the planned start'),
  delayDuringBlackout: t('Postpone during blackouts'),
  checkAttributes: t('Check attributes before start'),
  allowPasswordsInAllFields: t('Allow passwords in any field'),
  allowConcurrentReleasesFromTrigger: t('Allow triggers to run releases in parallel'),
  maxConcurrentReleases: t('Maximum in parallel'),
  allowTargetFolderOverride: t('Allow releases in other folders'),
  defaultTargetFolderId: t('Default folder'),
  autoStart: t('Start automatically'),
  abortOnFailure: t('Abort when a task fails'),
  archiveRelease: t('Archive when finished'),
  disableNotifications: t('Turn off notifications'),
  calendarPublished: t('Publish to calendar'),
  flagStatus: t('Flag'),
  flagComment: t('Reason for the flag'),
  links: t('Runs after'),
  timeZone: t('Time zone'),
  variableMapping: t('Variable mapping'),
  externalVariableMapping: t('External variables'),
  configurationUri: t('Configuration'),
  templateId: t('Template'),
  folderId: t('Folder'),
  templateVariables: t('Variable values'),
  startRelease: t('Start the release'),
  newReleaseTitle: t('Release title'),
};

/** Returns the label of a field; null if it is the name in words. */
export const labelOf = (field: string): string | null =>
  Object.hasOwn(labels, field) ? (labels[field] ?? null) : null;

const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Splits a field name into words: `dueDate` becomes `Due date`. */
const inWords = (field: string): string => capitalized(field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

/** The name of a field, or the key of a variable, before the text of a refusal. */
const leadingField = /^(?:variables\.([^:]+)|([a-z][A-Za-z]*)): /;

function withLabel(text: string): string {
  const [path, key, field = ''] = leadingField.exec(text) ?? [];
  if (path === undefined) return /^\p{Ll}+[ ,]/u.test(text) ? capitalized(text) : text;
  const label = key === undefined ? (labelOf(field) ?? inWords(field)) : t`Variable “${key}”`;
  return `${label}: ${text.slice(path.length)}`;
}

/**
 * Returns a rendered refusal as a sentence: with a capital letter, and with the label of a field instead of its name.
 * A file name or another path at the start does not change.
 */
export function asSentence(parts: readonly MessagePart[]): readonly MessagePart[] {
  const nameIndex = parts.findIndex(({ kind }) => kind !== 'text');
  const count = nameIndex < 0 ? parts.length : nameIndex;
  if (count === 0) return parts;
  const text = parts
    .slice(0, count)
    .map((part) => part.text)
    .join('');
  return [{ kind: 'text', text: withLabel(text) }, ...parts.slice(count)];
}
