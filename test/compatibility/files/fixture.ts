/** A file in the format that other products of the family write, and its result here. Facts, in new wording. */
export interface Fixture {
  readonly name: string;
  /** the template as its file holds it, or a list of them */
  readonly template: unknown;
  /** the version in its manifest; null: bare JSON */
  readonly model?: string | null;
  /** the warnings of its import, in order */
  readonly warnings?: readonly string[];
  /** what of it has to be there, as it is answered */
  readonly shows?: object;
  /** the task at which it stops here, without a script runner */
  readonly stops?: true;
}

type Fields = Readonly<Record<string, unknown>>;

/** A phase with these tasks. */
export const phase = (title: string, ...tasks: readonly Fields[]) => ({
  type: 'xlrelease.Phase',
  title,
  color: '#009CDB',
  status: 'PLANNED',
  tasks,
});

/** A task of one of the family's own types. */
export const task = (type: string, title: string, fields: Fields = {}) => ({
  type: `xlrelease.${type}`,
  title,
  status: 'PLANNED',
  ...fields,
});

/** A template in an export, including the members that no client may set. */
export const template = (title: string, fields: Fields) => ({
  type: 'xlrelease.Release',
  title,
  status: 'TEMPLATE',
  calendarPublished: false,
  overdueNotified: false,
  queryableStartDate: '2021-03-04T09:00:00Z',
  $token: '0b0c7e8c-0f3b-4c8c-9f6e-2d6ad7c0a8c1',
  $metadata: { security: { permissions: ['template#view'], teams: [] } },
  ...fields,
});

/** A template with one phase of these tasks. */
export const withTasks = (title: string, ...tasks: readonly Fields[]) =>
  template(title, { phases: [phase('Build', ...tasks)] });

/** A template with one variable, and a task. */
export const withVariable = (type: string, fields: Fields) =>
  template(`A ${type}`, {
    variables: [{ type: `xlrelease.${type}`, key: 'v', requiresValue: false, showOnReleaseStart: true, ...fields }],
    phases: [phase('Build', task('Task', 'work'))],
  });
