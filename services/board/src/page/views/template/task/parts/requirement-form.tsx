import { useSignal } from '@preact/signals';
import { CheckField, ChoiceField, TextField } from '../../../../parts/field.tsx';
import { PersonField } from '../../../../parts/people/person-field.tsx';
import { TeamField } from '../../../../parts/people/team-field.tsx';
import { readIn } from '../../../../parts/variables/typed.ts';
import type { Requirement } from '../../../release/task/requirement.ts';

/** What a new requirement begins with, as REST would have it. */
export const blank: Requirement = { count: 1, team: '', fourEyes: true, aheadOfTime: false, wholeRelease: false };

const flags = [
  ['fourEyes', 'Not of who has made, started or last changed it'],
  ['aheadOfTime', 'Counts when it is given before the flow is there, too'],
  ['wholeRelease', 'Is of the whole release, whose changes make it stale'],
] as const;

interface Props {
  /** the path of the template, whose teams are offered */
  readonly of: string;
  readonly before: Requirement;
  readonly word: string;
  readonly isDisabled: boolean;
  /** answers whether it was done */
  readonly save: (now: object) => Promise<boolean>;
  /** absent: there is nothing to be deleted */
  readonly remove?: () => void;
}

/** An approval requirement of a gate: its team or role, its count, and its rules. */
export function RequirementForm({ of, before, word, isDisabled, save, remove }: Props) {
  const start = { ...before, count: String(before.count), name: before.team ?? before.role ?? '' };
  const typed = useSignal({ ...start, whose: before.team === undefined ? 'role' : 'team' });
  const { count, name, whose } = typed.value;
  const write = (changes: Partial<typeof typed.value>): void => {
    typed.value = { ...typed.peek(), ...changes };
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { fourEyes, aheadOfTime, wholeRelease } = typed.peek();
    const now = { count: readIn('number', count) ?? undefined, fourEyes, aheadOfTime, wholeRelease };
    if ((await save({ ...now, [whose]: name.trim() })) && remove === undefined) write(start);
  };
  return (
    <form class="actions" onSubmit={(event) => void submit(event)}>
      <ChoiceField
        label="Of"
        value={whose}
        options={[
          ['team', 'A team'],
          ['role', 'A role'],
        ]}
        change={(text) => write({ whose: text })}
      />
      {whose === 'team' ? (
        <TeamField of={of} value={name} isRequired change={(text) => write({ name: text })} />
      ) : (
        <PersonField label="Role" kind="role" value={name} isRequired change={(text) => write({ name: text })} />
      )}
      <TextField label="How many" value={count} change={(text) => write({ count: text })} />
      {flags.map(([flag, label]) => (
        <CheckField key={flag} label={label} isOn={typed.value[flag]} change={(isOn) => write({ [flag]: isOn })} />
      ))}
      <button type="submit" disabled={isDisabled}>
        {word}
      </button>
      {remove && (
        <button type="button" disabled={isDisabled} onClick={remove}>
          Delete it
        </button>
      )}
    </form>
  );
}
