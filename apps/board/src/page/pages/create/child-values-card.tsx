import type { ChildVariablesResponse } from '@slipway/api-schema/plans';
import { useId } from 'preact/hooks';
import { joinHints } from '../../components/fields/field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useChoices } from '../../components/variables/use-choices.ts';
import { ValueField } from '../../components/variables/value-field.tsx';
import { kindOf, variableText } from '../../components/variables/value-text.ts';
import type { QueryResult } from '../../live/queries.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { t } from '../../navigation/text.ts';
import { type ChildInputs, childInput, defaultHint, needsInput, withChildInput } from './child-values.ts';

interface TaskProps {
  readonly child: ChildVariablesResponse;
  readonly inputs: ChildInputs;
  readonly update: (changes: Partial<ChildInputs>) => void;
}

/** The fields for the release that a task creates. */
function ChildFields({ child, inputs, update }: TaskProps) {
  const id = useId();
  const { taskTitle, templateId, templateTitle, variables } = child;
  const { choices, refusal } = useChoices({
    variables,
    textFor: (variable) => childInput(inputs, child, variable) || variableText(variable),
  });
  return (
    <fieldset class="body" aria-labelledby={id}>
      <h3 id={id}>
        <bdi>{taskTitle}</bdi>
        <span class="sub">
          Template <Link to={`/templates/${lastSegment(templateId)}`}>{templateTitle}</Link>
        </span>
      </h3>
      <Refusal message={refusal.value} />
      {variables.map((variable) => {
        const isRequired = needsInput(variable);
        return (
          <ValueField
            key={variable.id}
            kind={kindOf(variable)}
            label={`${variable.label ?? variable.key}${isRequired ? '' : t(' (optional)')}`}
            hint={joinHints(defaultHint(variable), variable.description) || undefined}
            isLong={variable.multiline}
            isRequired={isRequired}
            choices={choices(variable)}
            value={childInput(inputs, child, variable)}
            change={(text) => update(withChildInput(inputs, child, variable, text))}
          />
        );
      })}
    </fieldset>
  );
}

interface Props extends Omit<TaskProps, 'child'> {
  readonly childTemplates: QueryResult<readonly ChildVariablesResponse[]>;
}

/** The variables of the releases that tasks of the new release create, for templates that the user can view. */
export function ChildValuesCard({ childTemplates: { value, refusal, retry }, ...props }: Props) {
  const id = useId();
  const list = value.value ?? [];
  if (list.length === 0 && refusal.value === null) return null;
  return (
    <section class="card child-values" aria-labelledby={id}>
      <header>
        <h2 id={id}>Variables of child releases</h2>
      </header>
      <Refusal message={refusal.value} retry={retry} />
      {list.map((child) => (
        <ChildFields key={child.taskId} child={child} {...props} />
      ))}
    </section>
  );
}
