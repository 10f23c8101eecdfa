import type { TaskAnswer, VariableAnswer } from '@slipway/wire';
import { isListBox } from '../../../parts/variables/choices.ts';
import { kindOf, readIn } from '../../../parts/variables/typed.ts';
import { lastOf } from '../../../place/ids.ts';

/** Texts of fields by the id of their variable. */
export type Texts = Readonly<Record<string, string>>;

/** The variables of a release that a task lists, in the order of the task. */
export function inputsIn(
  { variables = [] }: Pick<TaskAnswer, 'variables'>,
  all: readonly VariableAnswer[],
): readonly VariableAnswer[] {
  const ids = variables.map((one) => lastOf(typeof one === 'string' ? one : one.id));
  return ids.flatMap((id) => all.filter((one) => lastOf(one.id) === id));
}

type Answered = Pick<VariableAnswer, 'id' | 'key' | 'type' | 'valueProvider'>;

/** The typed values. List boxes are last: the server compares their values with lists that are sent before. */
export function answersIn(texts: Texts, asked: readonly Answered[]) {
  const ordered = [...asked.filter((one) => !isListBox(one)), ...asked.filter(isListBox)];
  return ordered.flatMap((variable) => {
    const { id, key } = variable;
    const text = texts[id];
    return text === undefined ? [] : [{ id, key, value: readIn(kindOf(variable), text) }];
  });
}
