import type { Signal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { type DraftFormat, draftSignal, textsFormat } from '../../api/session.ts';
import { draftOf } from '../../components/drafts/draft-form.tsx';
import { lastSegment } from '../../navigation/ids.ts';

type Texts = ReadonlyMap<string, string>;
type Requirement = NonNullable<TaskResponse['approvalRequirements']>[number];

/** Parts of a task contain no passwords, so all texts are stored. */
const format: DraftFormat<Texts> = {
  write: (texts) => textsFormat(new Set(texts.keys())).write(texts),
  read: textsFormat(new Set()).read,
};

const drafts = draftSignal<Texts>('parts', new Map());

/** Returns the unsaved inputs of the forms in the parts of a task. The name of a form and its field are the key. */
const draftOfParts = (taskId: string): Signal<Texts> => drafts(lastSegment(taskId), format);

/** The names of the forms that add a part. */
export const newForms = { condition: 'new condition', approval: 'new approval', dependency: 'new dependency' } as const;

/** Returns the name of the form of a condition. */
export const conditionForm = (id: string): string => `condition ${lastSegment(id)}`;

/** Returns the name of the form of an approval requirement, which has no id. */
export const approvalForm = (requirement: Requirement, index: number): string =>
  `approval ${index} ${JSON.stringify(requirement)}`;

const keyOf = (form: string, field: string): string => `${form}\n${field}`;
const formOf = (key: string): string => key.slice(0, key.indexOf('\n'));

/** The unsaved inputs of one form. */
export interface PartInputs {
  readonly isUnsaved: boolean;
  /** Returns the unsaved input of a field, or else the stored text. */
  readonly textOf: (field: string, stored: string) => string;
  /** Changes the input of a field. The stored text removes the input. */
  readonly change: (field: string, text: string, stored: string) => void;
  readonly clear: () => void;
}

/** Returns the unsaved inputs of a form. They remain after the panel is closed, and after a reload. */
export function partInputs(taskId: string, form: string): PartInputs {
  const draft = draftOfParts(taskId);
  return {
    isUnsaved: [...draft.value.keys()].some((key) => formOf(key) === form),
    textOf: (field, stored) => draft.value.get(keyOf(form, field)) ?? stored,
    change: (field, text, stored) => {
      const texts = new Map(draft.peek());
      if (text === stored) texts.delete(keyOf(form, field));
      else texts.set(keyOf(form, field), text);
      draft.value = texts;
    },
    clear: () => {
      draft.value = new Map([...draft.peek()].filter(([key]) => formOf(key) !== form));
    },
  };
}

/** Whether the parts of a task have unsaved inputs. Inputs of deleted parts do not count. */
function hasUnsavedParts({ id, conditions = [], approvalRequirements = [] }: TaskResponse): boolean {
  const texts = draftOfParts(id).value;
  if (texts.size === 0) return false;
  const forms = new Set<string>([
    ...Object.values(newForms),
    ...conditions.map((condition) => conditionForm(condition.id)),
    ...approvalRequirements.map(approvalForm),
  ]);
  return [...texts.keys()].some((key) => forms.has(formOf(key)));
}

/** Whether a task has unsaved inputs in its fields or parts. */
export const isUnsaved = (task: TaskResponse): boolean => draftOf(task.id).value.size > 0 || hasUnsavedParts(task);

/** Discards the unsaved inputs in the fields and parts of a task. */
export function discardInputs({ id }: Pick<TaskResponse, 'id'>): void {
  draftOf(id).value = new Map();
  draftOfParts(id).value = new Map();
}
