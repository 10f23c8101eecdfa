import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { Dialog } from '../../../components/dialog.tsx';
import { assessorWords } from '../../../components/marks/assessors.ts';
import { RiskBadge, type Thresholds } from '../../../components/marks/risk-badge.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useEntity } from '../../../live/queries.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';

interface Assessment {
  readonly id: string;
  readonly score: number;
  readonly riskAssessorId: string;
  readonly headline: string;
  readonly messages: readonly string[];
}

interface RiskResponse {
  readonly score: number;
  readonly riskAssessments: readonly Assessment[];
}

interface Props {
  readonly release: Pick<ReleaseResponse, 'id' | 'title' | 'riskProfile' | 'dueDate'>;
  readonly thresholds: Thresholds | undefined;
  readonly close: () => void;
}

/** Whether an assessor compares the due date of the release. Its message contains this date in UTC. */
const isReleaseDue = (assessorId: string): boolean => lastSegment(assessorId) === 'ReleaseDueDateRiskAssessor';

/** A link to the profile that determines the scores. A deleted profile is replaced by the default one. */
function ProfileLink({ id }: { readonly id: string }) {
  const { value, refusal } = useEntity<{ readonly title: string }>(`/risks/profiles/${lastSegment(id)}`, []);
  const title = value.value?.title ?? (refusal.value === null ? '…' : t('Default risk profile'));
  return <Link to={`/risk?${new URLSearchParams({ profile: lastSegment(id) })}`}>{title}</Link>;
}

/** The reasons of the risk of a release, the highest score first, with its profile and the thresholds. */
export function RiskDialog({ release, thresholds, close }: Props) {
  const { value, refusal, retry } = useEntity<RiskResponse>(`/risks/${release.id}/Risk`, [
    `release=${lastSegment(release.id)}`,
  ]);
  const findings = (value.value?.riskAssessments ?? [])
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  return (
    <Dialog title="Risk of this release" close={close} kind="drawer">
      <Refusal message={refusal.value} retry={retry} />
      {value.value && (
        <div class="stack">
          <p>
            <RiskBadge score={value.value.score} thresholds={thresholds} />
          </p>
          <p>The score is the highest score of the findings.</p>
          {findings.length === 0 && <p class="none">No findings: the release is on track.</p>}
          {findings.map(({ id, riskAssessorId, score, headline, messages }) => (
            <section key={id} class="set">
              <h3 class="row wrapped">
                {assessorWords(riskAssessorId, headline)[1]}
                <RiskBadge score={score} thresholds={thresholds} />
              </h3>
              {isReleaseDue(riskAssessorId) && release.dueDate !== undefined ? (
                <p>
                  Due <Moment at={release.dueDate} />
                </p>
              ) : (
                <ul>
                  {messages.map((message) => (
                    <li key={message}>
                      <bdi>{message}</bdi>
                    </li>
                  ))}
                </ul>
              )}
            </section>
          ))}
        </div>
      )}
      <p>
        Risk profile: <ProfileLink id={release.riskProfile} />
      </p>
      {thresholds && (
        <p class="none">
          Needs attention from {thresholds.attentionNeededFrom}, at risk from {thresholds.atRiskFrom}.
        </p>
      )}
    </Dialog>
  );
}
