import { useSignal } from '@preact/signals';
import { mutate } from '../../api/rest.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { updateWithRetry } from '../../components/drafts/save-draft.ts';
import { TextField } from '../../components/fields/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { t } from '../../navigation/text.ts';
import {
  type Assessor,
  groupAssessors,
  isSameProfile,
  profilePath,
  profilesPath,
  type RiskProfile,
} from './profiles.ts';
import { ScoreField } from './score-field.tsx';

interface ScoresProps {
  readonly assessors: readonly Assessor[];
  readonly scores: RiskProfile['riskProfileAssessors'];
  /** Changes the score of an assessor; null for a profile that the user cannot change. */
  readonly change: ((type: string, score: string) => void) | null;
}

/** The scores of a profile, by the groups of the assessors. */
const Scores = ({ assessors, scores, change }: ScoresProps) =>
  groupAssessors(assessors).map(([group, members]) => (
    <section key={group} class="set">
      <h3>{group}</h3>
      {members.map(({ type, title }) => (
        <ScoreField
          key={type}
          label={title}
          value={scores[type] || '0'}
          min={0}
          isDisabled={change === null}
          change={(score) => change?.(type, score)}
        />
      ))}
    </section>
  ));

interface Props {
  /** The profile, or the initial values of a new one, which has no id. */
  readonly profile: Omit<RiskProfile, 'id'> & { readonly id?: string };
  readonly assessors: readonly Assessor[];
  /** The permission that the user lacks to change profiles; null if the user lacks none. */
  readonly missingPermission: string | null;
  readonly close: () => void;
  readonly onDone: () => Promise<void>;
}

/** A profile that the user can read only, with the reason. */
const ReadOnlyProfile = ({ profile, assessors, missingPermission, close }: Props) => (
  <Dialog title={profile.title} close={close} kind="drawer">
    {profile.defaultProfile && <p>The default profile can’t be changed. Copy it to change the scores.</p>}
    {!profile.defaultProfile && <MissingPermissions names={[missingPermission]} objectId="" />}
    <Scores assessors={assessors} scores={profile.riskProfileAssessors} change={null} />
  </Dialog>
);

/** The form of a profile: its title and the score of each assessor. */
function ProfileForm({ profile, assessors, close, onDone }: Props) {
  const { id } = profile;
  const title = useSignal(profile.title);
  const scores = useSignal(profile.riskProfileAssessors);
  const seen = useSignal<Omit<RiskProfile, 'id'>>(profile);
  const run = async (): Promise<string> => {
    const body = { title: title.peek(), riskProfileAssessors: scores.peek() };
    const createBody = (stored: RiskProfile) => {
      const isUnchanged = isSameProfile(stored, seen.peek());
      seen.value = stored;
      if (!isUnchanged)
        throw new Error(t('Another user has changed this profile. Save again to overwrite the changes.'));
      return body;
    };
    if (id === undefined) await mutate('POST', profilesPath, body);
    else await updateWithRetry(profilePath(id), createBody);
    await onDone();
    return t('Risk profile saved');
  };
  return (
    <FormDialog
      title={id === undefined ? t('New risk profile') : t`Edit ${profile.title}`}
      submitLabel={id === undefined ? t('Create profile') : t('Save')}
      close={close}
      run={run}
      kind="drawer"
    >
      <TextField label="Title" isRequired value={title.value} change={(text) => (title.value = text)} />
      <p>Each finding has a score from 0 to 100. A score of 0 disables it.</p>
      <Scores
        assessors={assessors}
        scores={scores.value}
        change={(type, score) => (scores.value = { ...scores.peek(), [type]: score })}
      />
    </FormDialog>
  );
}

/** A profile in a drawer: a form, or its scores for users who cannot change it. */
export const ProfileDialog = (props: Props) =>
  props.profile.defaultProfile || props.missingPermission !== null ? (
    <ReadOnlyProfile {...props} />
  ) : (
    <ProfileForm {...props} />
  );
