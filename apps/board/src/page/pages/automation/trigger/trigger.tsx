import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import type { TriggerPreviewResponse, TriggerResponse, TriggerRunResponse } from '@slipway/api-schema/triggers';
import { useEffect, useMemo } from 'preact/hooks';
import { faultsOf, warningsOf } from '../../../api/language.ts';
import { missingPermissionFor } from '../../../api/permissions.ts';
import { responseInWords } from '../../../api/refusal-words.ts';
import { UserName } from '../../../components/marks/user-name.tsx';
import { MessageList } from '../../../components/message.tsx';
import { NotFound } from '../../../components/not-found.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { pageSize } from '../../../components/table.tsx';
import { useEntity, useLatest } from '../../../live/queries.ts';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { useBreadcrumb } from '../../../navigation/breadcrumb.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import type { ViewProps } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { TimeList } from '../schedule/schedule-preview.tsx';
import { type Titles, type TriggerType, titleFor, triggerTypeTitle } from '../triggers/columns.tsx';
import { endpointPath } from '../webhooks/endpoint.ts';
import { ChangeForm } from './change-form.tsx';
import { pageFromUrl, RunHistory } from './run-history.tsx';
import { TriggerHead } from './trigger-head.tsx';

/** The next fire times of a trigger, and its author. */
const NextTimes = ({ preview }: { readonly preview: TriggerPreviewResponse }) => (
  <section class="card" aria-labelledby="upcoming">
    <header>
      <h2 id="upcoming">Upcoming runs</h2>
    </header>
    <div class="body">
      {preview.author !== undefined && (
        <p class="why">
          Creates releases as <UserName name={preview.author} />
        </p>
      )}
      {!preview.enabled && preview.next.length > 0 && <p class="why">If enabled now:</p>}
      {preview.next.length === 0 && <p class="empty">Runs when its event happens</p>}
      <TimeList next={preview.next} />
    </div>
  </section>
);

const topics: readonly Topic[] = ['list=releases', polled];
const nextTimeCount = 5;

const eventSourceOf = (trigger: TriggerResponse): string | undefined =>
  'eventSource' in trigger && typeof trigger.eventSource === 'string' ? trigger.eventSource : undefined;

/** A link to the endpoint that sends the events of a trigger. Without permission, the label is the id. */
function Source({ id }: { readonly id: string }) {
  const { value } = useEntity<ConfigurationResponse>(`/config/${encodeURIComponent(lastSegment(id))}`, []);
  return <Link to={endpointPath(id)}>{value.value?.title ?? lastSegment(id)}</Link>;
}

interface FactsProps {
  readonly trigger: TriggerResponse;
  readonly titles: Titles;
}

function Facts({ trigger, titles }: FactsProps) {
  const types = useEntity<readonly TriggerType[]>('/triggers/types', []).value.value;
  const { template, folderId, description } = trigger;
  const source = eventSourceOf(trigger);
  return (
    <dl class="facts">
      {trigger.broken !== undefined && (
        <>
          <dt>{trigger.enabled ? t('Broken') : t('Can’t be enabled')}</dt>
          <dd>
            <MessageList messages={faultsOf(trigger).map(responseInWords)} />
          </dd>
        </>
      )}
      {trigger.warnings !== undefined && (
        <>
          <dt>Warnings</dt>
          <dd>
            <MessageList messages={warningsOf(trigger)} />
          </dd>
        </>
      )}
      <dt>Type</dt>
      <dd>{triggerTypeTitle(types, trigger.type)}</dd>
      <dt>Template</dt>
      <dd>
        {template === undefined ? (
          t('Selected by the event')
        ) : (
          <Link to={`/templates/${encodeURIComponent(lastSegment(template))}`}>{titleFor(titles, template)}</Link>
        )}
      </dd>
      <dt>Folder</dt>
      <dd>{titleFor(titles, folderId)}</dd>
      {source !== undefined && (
        <>
          <dt>Listens to</dt>
          <dd>
            <Source id={source} />
          </dd>
        </>
      )}
      {description !== undefined && (
        <>
          <dt>Description</dt>
          <dd>{description}</dd>
        </>
      )}
    </dl>
  );
}

/** A trigger with its next fire times, actions, fields and run history. */
function TriggerDetails({ id }: { readonly id: string }) {
  const triggerEntity = useEntity<TriggerResponse>(`/triggers/${id}`, topics);
  const preview = useEntity<TriggerPreviewResponse>(
    `/triggers/${id}/preview?metadata=true&count=${nextTimeCount}`,
    topics,
  );
  const runs = useLatest<readonly TriggerRunResponse[]>(
    `/triggers/${id}/runs?page=${pageFromUrl()}&resultsPerPage=${pageSize}`,
    topics,
  );
  const trigger = triggerEntity.value.value;
  const metadata = preview.value.value?.$metadata;
  // Undefined until the metadata is loaded
  const missingPermission = trigger && metadata && missingPermissionFor(metadata, trigger.id);
  const refresh = useMemo(
    () => async () => {
      await Promise.all([triggerEntity.refresh(), preview.refresh(), runs.refresh()]);
    },
    [triggerEntity, preview, runs.refresh],
  );
  const title = trigger?.title;
  useBreadcrumb([
    { label: t('Automation'), to: '/automation' },
    { label: title ?? t('Trigger'), to: null },
  ]);
  useEffect(() => {
    document.title = t`${title ?? t('Trigger')} · Slipway`;
  }, [title]);
  return (
    <section>
      {!trigger && (
        <NotFound
          kind="trigger"
          message={triggerEntity.refusal.value}
          list={['/automation', t('All triggers')]}
          retry={triggerEntity.retry}
        />
      )}
      {trigger && (
        <>
          <Refusal message={triggerEntity.refusal.value} retry={triggerEntity.retry} />
          <TriggerHead trigger={trigger} missingPermission={missingPermission} refresh={refresh} />
          <div class="main-and-side">
            <RunHistory
              id={trigger.id}
              endpointId={eventSourceOf(trigger)}
              runs={runs.value}
              refusal={runs.refusal.value}
              retry={runs.retry}
            />
            <div class="stack">
              <section class="card" aria-labelledby="trigger-facts">
                <header>
                  <h2 id="trigger-facts">Trigger</h2>
                </header>
                <div class="body">
                  <Facts trigger={trigger} titles={metadata?.titles ?? {}} />
                </div>
              </section>
              <ChangeForm key={trigger.id} trigger={trigger} missingPermission={missingPermission} refresh={refresh} />
              {preview.value.value && <NextTimes preview={preview.value.value} />}
            </div>
          </div>
        </>
      )}
    </section>
  );
}

/** The view of the trigger in the address. */
export const Trigger = ({ params: { id = '' } }: ViewProps) => <TriggerDetails key={id} id={id} />;
