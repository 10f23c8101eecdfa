import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { type DisplayMessage, displayMessage, type ResponseMessage } from '../../../api/language.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { assessorWords } from '../../../components/marks/assessors.ts';
import { RiskBadge, type Thresholds } from '../../../components/marks/risk-badge.tsx';
import { MessageList } from '../../../components/message.tsx';
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
  readonly messageData?: readonly { readonly code: string; readonly params: ResponseMessage['params'] }[];
}

interface RiskResponse {
  readonly score: number;
  readonly riskAssessments: readonly Assessment[];
}

interface Props {
  readonly release: Pick<ReleaseResponse, 'id' | 'title' | 'riskProfile'>;
  readonly thresholds: Thresholds | undefined;
  readonly close: () => void;
}

/** Returns the messages of an assessment. Their data contain dates, which the text has in UTC. */
const messagesOf = ({ messages, messageData }: Assessment): readonly DisplayMessage[] =>
  messages.map((sentence, index) => displayMessage({ ...messageData?.[index], sentence }));

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
      <div class="stack">
        {value.value && (
          <>
            <p>
              <RiskBadge score={value.value.score} thresholds={thresholds} />
            </p>
            <p>The score is the highest score of the findings.</p>
            {findings.length === 0 && <p class="none">No findings: the release is on track.</p>}
          </>
        )}
        {findings.map((finding) => (
          <section key={finding.id} class="set">
            <h3 class="row wrapped">
              {assessorWords(finding.riskAssessorId, finding.headline)[1]}
              <RiskBadge score={finding.score} thresholds={thresholds} />
            </h3>
            <MessageList messages={messagesOf(finding)} />
          </section>
        ))}
        <p>
          Risk profile: <ProfileLink id={release.riskProfile} />
        </p>
        {thresholds && (
          <p class="none">
            Needs attention from {thresholds.attentionNeededFrom}, at risk from {thresholds.atRiskFrom}.
          </p>
        )}
      </div>
    </Dialog>
  );
}
