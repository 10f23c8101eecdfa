import type { ReleaseAnswer, VariableAnswer } from '@slipway/wire';
import { momentOf } from '../../parts/typed-moment.ts';
import { kindOf, readIn, textOf } from '../../parts/variables/typed.ts';

/** A release to be created, as a form has it: all that is typed is a text. */
export interface Written {
  readonly title: string;
  /** Empty: the creator */
  readonly owner: string;
  /** the id of its folder; empty: that of the template */
  readonly folder: string;
  /** its planned start, as it is typed */
  readonly start: string;
  /** Whether it starts automatically then */
  readonly startsItself: boolean;
  /** Values of variables by keys; absent ones are those of the template */
  readonly values: Readonly<Record<string, string>>;
}

type Template = Pick<ReleaseAnswer, 'variables' | 'defaultTargetFolderId' | 'allowTargetFolderOverride' | 'autoStart'>;

/** What a form for a template begins with. */
export const begun = ({ defaultTargetFolderId, autoStart }: Template): Written => ({
  title: '',
  owner: '',
  folder: defaultTargetFolderId ?? '',
  start: '',
  startsItself: autoStart,
  values: {},
});

/** The variables of the start form, in the order of the template. */
export const askedFor = ({ variables }: Template): readonly VariableAnswer[] =>
  variables.filter(({ showOnReleaseStart }) => showOnReleaseStart);

/** What a variable will hold, as it is typed. */
export const valueIn = ({ values }: Written, variable: VariableAnswer): string =>
  Object.hasOwn(values, variable.key) ? (values[variable.key] ?? '') : textOf(variable);

/** Whether the template has a password, which is unknown here: an empty input keeps it. */
export const hasPassword = (variable: VariableAnswer): boolean =>
  kindOf(variable) === 'password' && variable.value !== undefined;

/** The body for REST; unchanged values are left to the template. */
export function bodyOf(template: Template, written: Written) {
  const changed = askedFor(template).filter((variable) => valueIn(written, variable) !== textOf(variable));
  const variables = changed.map((one) => [one.key, readIn(kindOf(one), valueIn(written, one))] as const);
  const { folder, start, owner } = written;
  return {
    releaseTitle: written.title,
    ...(variables.length > 0 && { variables: Object.fromEntries(variables) }),
    ...(folder !== '' && { folderId: folder }),
    ...(owner.trim() !== '' && { releaseOwner: owner.trim() }),
    ...(start !== '' && { scheduledStartDate: momentOf(start), autoStart: written.startsItself }),
  };
}
