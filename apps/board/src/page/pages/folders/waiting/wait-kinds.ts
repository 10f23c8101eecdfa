import type { FolderTaskResponse } from '@slipway/api-schema/search';
import type { Tone } from '../../../components/marks/status.tsx';
import { t } from '../../../navigation/text.ts';

export type WaitKind = FolderTaskResponse['waitsFor'];

/** What a task waits for, with the tone of its mark. */
interface WaitWord {
  readonly label: string;
  readonly tone: Tone;
}

const words: Readonly<Record<WaitKind, WaitWord>> = {
  person: { label: t('Completion'), tone: 'runs' },
  gate: { label: t('Gate'), tone: 'asks' },
  approval: { label: t('Approval'), tone: 'asks' },
  input: { label: t('User input'), tone: 'asks' },
  precondition: { label: t('Precondition'), tone: 'waits' },
  date: { label: t('Scheduled start'), tone: 'waits' },
  event: { label: t('Event'), tone: 'waits' },
  capacity: { label: t('Capacity'), tone: 'waits' },
  failed: { label: t('Decision after failure'), tone: 'failed' },
};

export const waitWord = (kind: WaitKind): WaitWord => words[kind];

/** The filters, in the order of the list. The first one shows all tasks except assigned ones that a user completes. */
export const waitFilters = [
  ['', t('Unassigned or waiting')],
  ['unassigned', t('Unassigned')],
  ['approval', t('Approval')],
  ['gate', t('Gate')],
  ['input', t('User input')],
  ['failed', t('Failed')],
  ['date', t('Scheduled start')],
  ['precondition', t('Precondition')],
  ['event', t('Event')],
  ['capacity', t('Capacity')],
  ['person', t('Completion by a user')],
] as const satisfies readonly (readonly ['' | 'unassigned' | WaitKind, string])[];
