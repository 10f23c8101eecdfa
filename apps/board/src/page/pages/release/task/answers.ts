import type { TaskResponse } from '@slipway/api-schema/plans';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { isListBox } from '../../../components/variables/choices.ts';
import { kindOf, parseValue } from '../../../components/variables/value-text.ts';
import { lastSegment } from '../../../navigation/ids.ts';

/** Texts of fields by the id of their variable. */
export type InputTexts = Readonly<Record<string, string>>;

/** The variables of a release that a task lists, in the order of the task. */
export function taskInputs(
  { variables = [] }: Pick<TaskResponse, 'variables'>,
  all: readonly VariableResponse[],
): readonly VariableResponse[] {
  const ids = variables.map((entry) => lastSegment(typeof entry === 'string' ? entry : entry.id));
  return ids.flatMap((id) => all.filter((entry) => lastSegment(entry.id) === id));
}

type AnswerVariable = Pick<VariableResponse, 'id' | 'key' | 'type' | 'valueProvider'>;

/** The typed values. List boxes are last: the server compares their values with lists that are sent before. */
export function collectAnswers(texts: InputTexts, inputs: readonly AnswerVariable[]) {
  const ordered = [...inputs.filter((entry) => !isListBox(entry)), ...inputs.filter(isListBox)];
  return ordered.flatMap((variable) => {
    const { id, key } = variable;
    const text = texts[id];
    return text === undefined ? [] : [{ id, key, value: parseValue(kindOf(variable), text) }];
  });
}
