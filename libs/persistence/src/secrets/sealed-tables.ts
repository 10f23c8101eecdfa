import {
  type ContainerPart,
  configurationPurpose,
  containerPurpose,
  deliveryPurpose,
  type JournalPart,
  journalPurpose,
  resetPurpose,
  type SealKind,
  type SealPurpose,
  subscriptionPurpose,
} from './seal.ts';

/** The values of the key columns of a row, as texts. */
export type RowKey = readonly string[];

/**
 * Encrypts a text again that was encrypted for one of these purposes. A text that cannot be decrypted is returned
 * unchanged.
 */
export type ResealText = (sealed: string, purposes: readonly SealPurpose[]) => string;

/** A column with encrypted texts. */
export interface SealedColumn {
  readonly type: 'text' | 'jsonb';
  readonly kinds: readonly SealKind[];
  /** Returns SQL for whether the column contains a text of the key whose id is the parameter. */
  holds(column: string, parameter: string): string;
  /** Returns the value with its encrypted texts encrypted again. */
  rewrite(text: string, key: RowKey, resealText: ResealText): string;
}

/** A table with encrypted texts. */
export interface SealedTable {
  readonly table: string;
  /** The partitions, in the order in which rows can move between them. */
  readonly parts: readonly string[];
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, SealedColumn>>;
  /** The column with the release of a row: processes cache live releases by version. */
  readonly releaseId?: string;
}

const sealedText = /"(v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]*\.[\w-]{22})"/g;

/** A JSON column that can contain encrypted texts anywhere. JSON escapes none of their characters. */
const embeddedTexts = (...purposes: readonly ('variable' | 'property' | 'script-user-password')[]): SealedColumn => ({
  type: 'jsonb',
  kinds: purposes,
  holds: (column, parameter) => `strpos(${column}::text, '"v1.' || ${parameter} || '.') > 0`,
  rewrite: (text, _, resealText) =>
    text.replace(sealedText, (_whole, sealed: string) => `"${resealText(sealed, purposes)}"`),
});

/** A text column that is encrypted as a whole. */
const wholeColumn = (kind: SealKind, purposeOf: (key: RowKey) => SealPurpose): SealedColumn => ({
  type: 'text',
  kinds: [kind],
  holds: (column, parameter) => `starts_with(${column}, 'v1.' || ${parameter} || '.')`,
  rewrite: (text, key, resealText) => resealText(text, [purposeOf(key)]),
});

const journalColumn = (part: JournalPart): SealedColumn =>
  wholeColumn('script-journal', ([runId = '', nth = '']) => journalPurpose(runId, nth, part));

const containerColumn = (part: ContainerPart): SealedColumn =>
  wholeColumn('container', ([jobId = '']) => containerPurpose(jobId, part));

/** The secrets of a configuration, each encrypted for its pointer. */
const secretsByPointer: SealedColumn = {
  type: 'jsonb',
  kinds: ['configuration'],
  holds: (column, parameter) => `strpos(${column}::text, '"v1.' || ${parameter} || '.') > 0`,
  rewrite: (text, [id = ''], resealText) => {
    const secrets: Readonly<Record<string, string>> = JSON.parse(text);
    const resealed = Object.entries(secrets).map(([pointer, sealed]) => [
      pointer,
      resealText(sealed, [configurationPurpose(id, pointer)]),
    ]);
    return JSON.stringify(Object.fromEntries(resealed));
  },
};

const taskSecrets = embeddedTexts('variable', 'property');
const key = ['id'];

/**
 * Every column with encrypted texts, beside the two tables of `seal.ts`. The texts of a missing column would be
 * lost with the key. `reseal.test.ts` compares it with the schema and the purposes, and
 * `test/flows/system/reseal.test.ts` with all encrypted texts of the product.
 */
export const sealedTables: readonly SealedTable[] = [
  {
    table: 'releases',
    parts: ['live_releases', 'archived_releases'],
    key,
    releaseId: 'id',
    columns: { variables: embeddedTexts('variable'), passive: embeddedTexts('script-user-password') },
  },
  {
    table: 'tasks',
    parts: ['live_tasks', 'archived_tasks'],
    key,
    releaseId: 'release_id',
    columns: {
      definition: taskSecrets,
      run: taskSecrets,
      before_run: taskSecrets,
      passive: taskSecrets,
      before_passive: taskSecrets,
    },
  },
  { table: 'shared_variables', parts: ['shared_variables'], key, columns: { variable: embeddedTexts('variable') } },
  { table: 'triggers', parts: ['triggers'], key, columns: { definition: embeddedTexts('variable', 'property') } },
  { table: 'configurations', parts: ['configurations'], key, columns: { secrets: secretsByPointer } },
  {
    table: 'deliveries',
    parts: ['deliveries'],
    key,
    columns: { sealed_headers: wholeColumn('delivery', ([id = '']) => deliveryPurpose(id)) },
  },
  {
    table: 'idempotency_keys',
    parts: ['idempotency_keys'],
    key,
    columns: { body: wholeColumn('script-answer', () => 'script-answer') },
  },
  {
    table: 'event_subscriptions',
    parts: ['event_subscriptions'],
    key,
    columns: {
      url: wholeColumn('subscription', ([id = '']) => subscriptionPurpose(id, 'url')),
      secret: wholeColumn('subscription', ([id = '']) => subscriptionPurpose(id, 'secret')),
      previous_secret: wholeColumn('subscription', ([id = '']) => subscriptionPurpose(id, 'secret')),
    },
  },
  {
    table: 'password_resets',
    parts: ['password_resets'],
    key,
    columns: { sealed_secret: wholeColumn('password-reset', ([id = '']) => resetPurpose(id)) },
  },
  {
    table: 'script_journal',
    parts: ['script_journal'],
    key: ['run_id', 'nth'],
    columns: { effect: journalColumn('effect'), reply: journalColumn('reply') },
  },
  {
    table: 'container_jobs',
    parts: ['container_jobs'],
    key,
    columns: {
      sealed_spec: containerColumn('spec'),
      sealed_log: containerColumn('log'),
      sealed_result: containerColumn('result'),
    },
  },
];
