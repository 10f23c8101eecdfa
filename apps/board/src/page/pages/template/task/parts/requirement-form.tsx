import { useSignal } from '@preact/signals';
import { CheckField, ChoiceField, TextField } from '../../../../components/fields/field.tsx';
import { PersonField } from '../../../../components/people/person-field.tsx';
import { TeamField } from '../../../../components/people/team-field.tsx';
import { parseValue } from '../../../../components/variables/value-text.ts';
import type { Requirement } from '../../../release/task/requirement.ts';

/** The initial values of a requirement, as in REST. */
export const newRequirement: Requirement = {
  count: 1,
  team: '',
  fourEyes: true,
  aheadOfTime: false,
  wholeRelease: false,
};

const flags = [
  ['fourEyes', 'Not of who has made, started or last changed it'],
  ['aheadOfTime', 'Counts when it is given before the flow is there, too'],
  ['wholeRelease', 'Is of the whole release, whose changes make it stale'],
] as const;

interface Props {
  /** the path of the template, whose teams are offered */
  readonly containerPath: string;
  readonly requirement: Requirement;
  readonly submitLabel: string;
  readonly isDisabled: boolean;
  /** answers whether it was done */
  readonly save: (body: object) => Promise<boolean>;
  /** absent: there is nothing to be deleted */
  readonly remove?: () => void;
}

/** An approval requirement of a gate: its team or role, its count, and its rules. */
export function RequirementForm({ containerPath, requirement, submitLabel, isDisabled, save, remove }: Props) {
  const initialValues = {
    ...requirement,
    count: String(requirement.count),
    name: requirement.team ?? requirement.role ?? '',
  };
  const formValues = useSignal({ ...initialValues, whose: requirement.team === undefined ? 'role' : 'team' });
  const { count, name, whose: approverKind } = formValues.value;
  const update = (changes: Partial<typeof formValues.value>): void => {
    formValues.value = { ...formValues.peek(), ...changes };
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { fourEyes, aheadOfTime, wholeRelease } = formValues.peek();
    const body = { count: parseValue('number', count) ?? undefined, fourEyes, aheadOfTime, wholeRelease };
    if ((await save({ ...body, [approverKind]: name.trim() })) && remove === undefined) update(initialValues);
  };
  return (
    <form class="actions" onSubmit={(event) => void submit(event)}>
      <ChoiceField
        label="Of"
        value={approverKind}
        options={[
          ['team', 'A team'],
          ['role', 'A role'],
        ]}
        change={(text) => update({ whose: text })}
      />
      {approverKind === 'team' ? (
        <TeamField containerPath={containerPath} value={name} isRequired change={(text) => update({ name: text })} />
      ) : (
        <PersonField label="Role" kind="role" value={name} isRequired change={(text) => update({ name: text })} />
      )}
      <TextField label="How many" value={count} change={(text) => update({ count: text })} />
      {flags.map(([flag, label]) => (
        <CheckField
          key={flag}
          label={label}
          isOn={formValues.value[flag]}
          change={(isOn) => update({ [flag]: isOn })}
        />
      ))}
      <button type="submit" disabled={isDisabled}>
        {submitLabel}
      </button>
      {remove && (
        <button type="button" disabled={isDisabled} onClick={remove}>
          Delete it
        </button>
      )}
    </form>
  );
}
