import type { TaskResponse } from '@slipway/api-schema/plans';
import { useRef } from 'preact/hooks';
import { updateWithRetry } from '../../../../components/drafts/save-draft.ts';
import { CheckField, ChoiceField, TextField } from '../../../../components/fields/field.tsx';
import { PersonField } from '../../../../components/people/person-field.tsx';
import { TeamField } from '../../../../components/people/team-field.tsx';
import { parseValue } from '../../../../components/variables/value-text.ts';
import { lastSegment } from '../../../../navigation/ids.ts';
import { t } from '../../../../navigation/text.ts';
import { describeRequirement, type Requirement } from '../../../release/task/gate/requirement.ts';
import { approvalForm, newForms, type PartInputs, partInputs } from '../../part-inputs.ts';
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
  readonly inputs: PartInputs;
  readonly submitLabel: string;
  readonly isDisabled: boolean;
  /** Returns whether the requirement was saved. */
  readonly save: (body: object) => Promise<boolean>;
  /** Absent for a new requirement. */
  readonly remove?: () => void;
}

/** An approval requirement of a gate: its team or role, its count, and its rules. */
function RequirementForm({ containerPath, requirement, inputs, submitLabel, isDisabled, save, remove }: Props) {
  const fieldProps = (field: string, stored: string) => ({
    value: inputs.textOf(field, stored),
    change: (text: string) => inputs.change(field, text, stored),
  });
  const approverKind = fieldProps('kind', requirement.team === undefined ? 'role' : 'team');
  const name = fieldProps('name', requirement.team ?? requirement.role ?? '');
  const count = fieldProps('count', String(requirement.count));
  const rules = flags.map(([flag, label]) => ({ flag, label, ...fieldProps(flag, String(requirement[flag])) }));
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const flagValues = Object.fromEntries(rules.map(({ flag, value }) => [flag, value === 'true']));
    const body = { count: parseValue('number', count.value) ?? undefined, ...flagValues };
    if (await save({ ...body, [approverKind.value]: name.value.trim() })) inputs.clear();
  };
  return (
    <form class="actions" onSubmit={(event) => void submit(event)}>
      <ChoiceField
        label="From"
        {...approverKind}
        options={[
          ['team', t('A team')],
          ['role', t('A role')],
        ]}
      />
      {approverKind.value === 'team' ? (
        <TeamField containerPath={containerPath} isRequired {...name} />
      ) : (
        <PersonField label="Role" kind="role" isRequired {...name} />
      )}
      <TextField label="Approvals required" {...count} />
      {rules.map(({ flag, label, value, change }) => (
        <CheckField key={flag} label={label} isOn={value === 'true'} change={(isOn) => change(String(isOn))} />
      ))}
      <button type="submit" disabled={isDisabled}>
        {submitLabel}
      </button>
      {inputs.isUnsaved && (
        <button type="button" onClick={inputs.clear}>
          Discard
        </button>
      )}
      {remove && (
        <button type="button" disabled={isDisabled} onClick={remove}>
          Delete approval
        </button>
      )}
    </form>
  );
}

interface ItemProps extends Omit<Props, 'inputs'> {
  readonly summary: string;
  readonly taskId: string;
  /** The name of the form of its unsaved inputs. */
  readonly form: string;
}

/** A folded approval requirement. It is expanded at first if it has unsaved inputs. */
function RequirementItem({ summary, taskId, form, ...rest }: ItemProps) {
  const inputs = partInputs(taskId, form);
  const isOpen = useRef(inputs.isUnsaved).current;
  return (
    <details class="more" open={isOpen}>
      <summary>{summary}</summary>
      <RequirementForm {...rest} inputs={inputs} />
    </details>
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

/** The approval requirements of a gate. Each takes effect when it is added or saved. */
export function ApprovalsEditor({ plan, task, editing, isReadOnly }: PartProps) {
  const requirements = task.approvalRequirements ?? [];
  const change = (message: string, createRequirements: (all: readonly Requirement[]) => readonly object[]) =>
    editing.run(message, () =>
      updateWithRetry<TaskResponse>(`/tasks/${lastSegment(task.id)}`, ({ approvalRequirements: all = [] }) => ({
        approvalRequirements: createRequirements(all),
      })),
    );
  const itemProps = {
    taskId: task.id,
    containerPath: `/templates/${lastSegment(plan.id)}`,
    isDisabled: isReadOnly || editing.isBusy.value,
  };
  return (
    <section class="panel-section">
      <h3>Approvals</h3>
      {requirements.length === 0 && <p class="empty">No approvals required</p>}
      {requirements.map((requirement, index) => (
        <RequirementItem
          key={approvalForm(requirement, index)}
          {...itemProps}
          summary={describeRequirement(requirement)}
          form={approvalForm(requirement, index)}
          requirement={requirement}
          submitLabel={t('Save')}
          save={(newRequirements) =>
            change(t('Approval saved'), (all) => replaceRequirement(all, requirement, [newRequirements]))
          }
          remove={() => void change(t('Approval deleted'), (all) => replaceRequirement(all, requirement, []))}
        />
      ))}
      <RequirementItem
        {...itemProps}
        summary={t('Add approval')}
        form={newForms.approval}
        requirement={newRequirement}
        submitLabel={t('Add approval')}
        save={(newRequirements) => change(t('Approval added'), (all) => [...all, newRequirements])}
      />
    </section>
  );
}
