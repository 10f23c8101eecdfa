import type { Variable } from '@slipway/domain/model';
import { z } from 'zod';
import type { RenderContext } from '../format/render-context.ts';
import { list } from '../format/scalars.ts';
import { showVariable, variableResponse } from '../variables/variable.ts';

/** The variables of the release that a task of a new release creates (an extension). */
export const childVariablesResponse = z
  .object({
    taskId: z.string().describe('the create-release task'),
    taskTitle: z.string(),
    templateId: z.string().describe('the template of its release'),
    templateTitle: z.string(),
    variables: list(variableResponse).describe('those that can be set when the new release is created'),
  })
  .meta({ id: 'ChildTemplateVariables' });

export type ChildVariablesResponse = z.output<typeof childVariablesResponse>;

/** A create-release task, the template of its release, and the variables to set. Both ids are full ids. */
interface ChildVariablesView {
  readonly taskId: string;
  readonly taskTitle: string;
  readonly templateId: string;
  readonly templateTitle: string;
  readonly variables: readonly Variable[];
}

export const showChildVariables = (
  { variables, ...view }: ChildVariablesView,
  show: RenderContext,
): ChildVariablesResponse => ({
  ...view,
  variables: variables.map((variable) => showVariable(variable, view.templateId, show)),
});
