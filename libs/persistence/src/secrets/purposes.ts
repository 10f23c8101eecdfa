/** Purposes for one row, or one pointer in it: a text that was encrypted for it can be decrypted nowhere else. */
export const deliveryPurpose = (id: string) => `delivery ${id}` as const;
export const configurationPurpose = (id: string, pointer: string) => `configuration ${id} ${pointer}` as const;
export type JournalPart = 'effect' | 'reply';
export const journalPurpose = (runId: string, nth: number | string, part: JournalPart) =>
  `script-journal ${runId} ${nth} ${part}` as const;

/** What is sealed; text sealed for one purpose cannot be opened for another. */
export type SealPurpose =
  | 'variable'
  | 'script-user-password'
  // of a task or a trigger
  | 'property'
  | 'script-answer'
  | 'key-check'
  // what a browser keeps for us while it is at an identity provider
  | 'sign-on'
  // of one run of a script
  | ReturnType<typeof journalPurpose>
  // the headers of one received event
  | ReturnType<typeof deliveryPurpose>
  // of one configuration, and where in it the secret belongs
  | ReturnType<typeof configurationPurpose>;

type KindOf<Purpose extends string> = Purpose extends `${infer Kind} ${string}` ? Kind : Purpose;

/** The first word of a purpose. */
export type SealKind = KindOf<SealPurpose>;

/** Where what is sealed for a kind of purpose is kept: in columns of the database, or in a cookie for minutes. */
export const purposeStorage: Record<SealKind, 'columns' | 'cookie'> = {
  variable: 'columns',
  'script-user-password': 'columns',
  property: 'columns',
  'script-answer': 'columns',
  'key-check': 'columns',
  'sign-on': 'cookie',
  'script-journal': 'columns',
  delivery: 'columns',
  configuration: 'columns',
};
