import { useSignal } from '@preact/signals';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { mutate } from '../../api/rest.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { useAction } from '../../components/form-dialog.tsx';
import { RiskBadge, type Thresholds as Scores } from '../../components/marks/risk-badge.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useQuery } from '../../live/queries.ts';
import { polled, type Topic } from '../../live/subscriptions.ts';
import { t } from '../../navigation/text.ts';
import { ScoreField } from './score-field.tsx';

const topics: readonly Topic[] = [polled];

/** The inputs that differ from the stored thresholds. */
interface Inputs {
  readonly attentionNeededFrom?: string;
  readonly atRiskFrom?: string;
}

/** The scores from which releases need attention, and are at risk. */
export function Thresholds() {
  const result = useQuery<Scores>('/risks/config', { topics });
  const stored = result.value.value;
  const inputs = useSignal<Inputs>({});
  const runner = useAction();
  const missingPermission = missingGlobalPermission('changeRiskThresholds');
  if (stored === undefined) return <Refusal message={result.refusal.value} retry={result.retry} />;
  const attention = inputs.value.attentionNeededFrom ?? String(stored.attentionNeededFrom);
  const atRisk = inputs.value.atRiskFrom ?? String(stored.atRiskFrom);
  const isChanged = attention !== String(stored.attentionNeededFrom) || atRisk !== String(stored.atRiskFrom);
  const isLocked = missingPermission !== null;
  const save = async (): Promise<string> => {
    await mutate('PUT', '/risks/config', { attentionNeededFrom: Number(attention), atRiskFrom: Number(atRisk) });
    await result.refresh();
    inputs.value = {};
    return t('Thresholds saved');
  };
  return (
    <section class="card">
      <header>
        <h2>Thresholds</h2>
      </header>
      <form
        class="body actions"
        onSubmit={(event) => {
          event.preventDefault();
          void runner.run(save);
        }}
      >
        <p>The score of a release is the highest score of its findings.</p>
        <ScoreField
          label="Needs attention from"
          value={attention}
          min={1}
          isDisabled={isLocked}
          change={(value) => (inputs.value = { ...inputs.peek(), attentionNeededFrom: value })}
        />
        <ScoreField
          label="At risk from"
          value={atRisk}
          min={1}
          isDisabled={isLocked}
          change={(value) => (inputs.value = { ...inputs.peek(), atRiskFrom: value })}
        />
        <p class="row wrapped">
          {[0, Number(attention), Number(atRisk)].map((score) => (
            <RiskBadge
              key={score}
              score={score}
              thresholds={{ attentionNeededFrom: Number(attention), atRiskFrom: Number(atRisk) }}
            />
          ))}
        </p>
        <Refusal message={runner.refusal.value} />
        <MissingPermissions names={[missingPermission]} objectId="" />
        <button type="submit" class="main" disabled={isLocked || !isChanged} aria-disabled={runner.isBusy.value}>
          Save thresholds
        </button>
      </form>
    </section>
  );
}
