import { useSignal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { updateWithRetry } from '../../../../components/drafts/save-draft.ts';
import { CheckField, ChoiceField, TextField } from '../../../../components/fields/field.tsx';
import { PersonField } from '../../../../components/people/person-field.tsx';
import { TeamField } from '../../../../components/people/team-field.tsx';
import { parseValue } from '../../../../components/variables/value-text.ts';
import { lastSegment } from '../../../../navigation/ids.ts';
import { t } from '../../../../navigation/text.ts';
import { describeRequirement, type Requirement } from '../../../release/task/gate/requirement.ts';
import type { PartProps } from './part-props.ts';

/** The initial values of a new approval requirement. */
const newRequirement: Requirement = {
  count: 1,
  team: '',
  fourEyes: true,
  aheadOfTime: false,
  wholeRelease: false,
};

const flags = [
  ['fourEyes', t('Exclude the people who created, started or last changed the gate or release')],
  ['aheadOfTime', t('Allow approval in advance')],
  ['wholeRelease', t('The approval covers the whole release; any later change cancels it')],
] as const;

interface Props {
  /** The path of the plan, whose teams are suggested. */
  readonly containerPath: string;
  readonly requirement: Requirement;
  readonly submitLabel: string;
  readonly isDisabled: boolean;
  /** Returns whether the requirement was saved. */
  readonly save: (body: object) => Promise<boolean>;
  /** Absent for a new requirement. */
  readonly remove?: () => void;
}

/** An approval requirement of a gate: its team or role, its count, and its rules. */
function RequirementForm({ containerPath, requirement, submitLabel, isDisabled, save, remove }: Props) {
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
        label="From"
        value={approverKind}
        options={[
          ['team', t('A team')],
          ['role', t('A role')],
        ]}
        change={(text) => update({ whose: text })}
      />
      {approverKind === 'team' ? (
        <TeamField containerPath={containerPath} value={name} isRequired change={(text) => update({ name: text })} />
      ) : (
        <PersonField label="Role" kind="role" value={name} isRequired change={(text) => update({ name: text })} />
      )}
      <TextField label="Approvals required" value={count} change={(text) => update({ count: text })} />
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
          Delete approval
        </button>
      )}
    </form>
  );
}

const isSame = (requirement: object, candidate: object): boolean =>
  JSON.stringify(requirement) === JSON.stringify(candidate);

/** Replaces an approval requirement. Throws Error if another user has changed it. */
function replaceRequirement(
  all: readonly Requirement[],
  previous: Requirement,
  newRequirements: readonly object[],
): readonly object[] {
  const index = all.findIndex((requirement) => isSame(requirement, previous));
  if (index < 0) throw new Error(t('Someone else changed this approval. Check the current version.'));
  return all.toSpliced(
    index,
    1,
    ...newRequirements.map((requirement) => ({ ...previous, team: undefined, role: undefined, ...requirement })),
  );
}

/** The approval requirements of a gate. Each change is saved immediately. */
export function ApprovalsEditor({ plan, task, editing, isReadOnly }: PartProps) {
  const requirements = task.approvalRequirements ?? [];
  const change = (message: string, createRequirements: (all: readonly Requirement[]) => readonly object[]) =>
    editing.run(message, () =>
      updateWithRetry<TaskResponse>(`/tasks/${lastSegment(task.id)}`, ({ approvalRequirements: all = [] }) => ({
        approvalRequirements: createRequirements(all),
      })),
    );
  const formProps = {
    containerPath: `/templates/${lastSegment(plan.id)}`,
    isDisabled: isReadOnly || editing.isBusy.value,
  };
  return (
    <section class="panel-section">
      <h3>Approvals</h3>
      {requirements.length === 0 && <p class="empty">No approvals required</p>}
      {requirements.map((requirement, index) => (
        <details key={`${index} ${JSON.stringify(requirement)}`} class="more">
          <summary>{describeRequirement(requirement)}</summary>
          <RequirementForm
            {...formProps}
            requirement={requirement}
            submitLabel="Save"
            save={(newRequirements) =>
              change(t('Approval saved'), (all) => replaceRequirement(all, requirement, [newRequirements]))
            }
            remove={() => void change(t('Approval deleted'), (all) => replaceRequirement(all, requirement, []))}
          />
        </details>
      ))}
      <details class="more">
        <summary>Add approval</summary>
        <RequirementForm
          {...formProps}
          requirement={newRequirement}
          submitLabel="Add approval"
          save={(newRequirements) => change(t('Approval added'), (all) => [...all, newRequirements])}
        />
      </details>
    </section>
  );
}
