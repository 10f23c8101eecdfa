import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { fromDateInput } from '../../components/fields/date-input.ts';
import { kindOf, parseValue, variableText } from '../../components/variables/value-text.ts';

/** A release to be created, as a form has it: all that is typed is a text. */
export interface FormValues {
  readonly title: string;
  /** Empty: the creator */
  readonly owner: string;
  /** the id of its folder; empty: that of the template */
  readonly folder: string;
  /** its planned start, as it is typed */
  readonly start: string;
  /** Whether it starts automatically then */
  readonly startsAutomatically: boolean;
  /** Values of variables by keys; absent ones are those of the template */
  readonly values: Readonly<Record<string, string>>;
}

type Template = Pick<
  ReleaseResponse,
  'variables' | 'defaultTargetFolderId' | 'allowTargetFolderOverride' | 'autoStart'
>;

/** The initial values of the form of a template. */
export const initialValues = ({ defaultTargetFolderId, autoStart }: Template): FormValues => ({
  title: '',
  owner: '',
  folder: defaultTargetFolderId ?? '',
  start: '',
  startsAutomatically: autoStart,
  values: {},
});

/** The variables of the start form, in the order of the template. */
export const startFormVariables = ({ variables }: Template): readonly VariableResponse[] =>
  variables.filter(({ showOnReleaseStart }) => showOnReleaseStart);

/** The input for a variable. */
export const variableInput = ({ values }: FormValues, variable: VariableResponse): string =>
  Object.hasOwn(values, variable.key) ? (values[variable.key] ?? '') : variableText(variable);

/** Whether the template has a password, which is unknown here: an empty input keeps it. */
export const hasPassword = (variable: VariableResponse): boolean =>
  kindOf(variable) === 'password' && variable.value !== undefined;

/** The body for REST; unchanged values are left to the template. */
export function toRequestBody(template: Template, formValues: FormValues) {
  const changedVariables = startFormVariables(template).filter(
    (variable) => variableInput(formValues, variable) !== variableText(variable),
  );
  const variables = changedVariables.map(
    (variable) => [variable.key, parseValue(kindOf(variable), variableInput(formValues, variable))] as const,
  );
  const { folder, start, owner } = formValues;
  return {
    releaseTitle: formValues.title,
    ...(variables.length > 0 && { variables: Object.fromEntries(variables) }),
    ...(folder !== '' && { folderId: folder }),
    ...(owner.trim() !== '' && { releaseOwner: owner.trim() }),
    ...(start !== '' && { scheduledStartDate: fromDateInput(start), autoStart: formValues.startsAutomatically }),
  };
}
