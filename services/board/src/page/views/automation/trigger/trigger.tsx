import type { ConfigurationAnswer, TriggerAnswer, TriggerPreviewAnswer, TriggerRunAnswer } from '@slipway/wire';
import { useEffect, useMemo } from 'preact/hooks';
import { neededFor } from '../../../data/needs.ts';
import { useEntity } from '../../../live/use-entity.ts';
import { useLatest } from '../../../live/use-latest.ts';
import { nowAndThen, type Want } from '../../../live/wants.ts';
import { DeadEnd } from '../../../parts/dead-end.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { rowsOfPage } from '../../../parts/table.tsx';
import { lastOf } from '../../../place/ids.ts';
import { Link } from '../../../place/link.tsx';
import type { ViewProps } from '../../view.ts';
import { Enabled, named, type Titles } from '../triggers/columns.tsx';
import { type TriggerType, wordOf } from '../triggers/type-words.ts';
import { addressOfEndpoint } from '../webhooks/endpoint.ts';
import { ChangeForm } from './change-form.tsx';
import { Ledger, pageShown } from './ledger.tsx';
import { NextTimes } from './next-times.tsx';
import { Steps } from './steps.tsx';

const wanted: readonly Want[] = ['list=releases', nowAndThen];
const times = 5;

const sourceOf = (trigger: TriggerAnswer): string | undefined =>
  'eventSource' in trigger && typeof trigger.eventSource === 'string' ? trigger.eventSource : undefined;

/** What a trigger listens to: one that may not be seen has only its id. */
function Source({ id }: { readonly id: string }) {
  const { value } = useEntity<ConfigurationAnswer>(`/config/${encodeURIComponent(lastOf(id))}`, []);
  return <Link to={addressOfEndpoint(id)}>{value.value?.title ?? lastOf(id)}</Link>;
}

interface FactsProps {
  readonly trigger: TriggerAnswer;
  readonly titles: Titles;
}

function Facts({ trigger, titles }: FactsProps) {
  const types = useEntity<readonly TriggerType[]>('/triggers/types', []).value.value;
  const { template, folderId, description } = trigger;
  const source = sourceOf(trigger);
  return (
    <dl class="facts">
      <dt>State</dt>
      <dd>
        <Enabled isOn={trigger.enabled} />
      </dd>
      {trigger.broken !== undefined && (
        <>
          <dt>Broken</dt>
          <dd>
            <ul>
              {trigger.broken.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </dd>
        </>
      )}
      {trigger.warnings !== undefined && (
        <>
          <dt>Warnings</dt>
          <dd>
            <ul>
              {trigger.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </dd>
        </>
      )}
      <dt>Type</dt>
      <dd>{wordOf(types, trigger.type)}</dd>
      <dt>Template</dt>
      <dd>
        {template === undefined ? (
          '–'
        ) : (
          <Link to={`/templates/${encodeURIComponent(lastOf(template))}`}>{named(titles, template)}</Link>
        )}
      </dd>
      <dt>Folder</dt>
      <dd>{named(titles, folderId)}</dd>
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

/** The missing permission to change a trigger; undefined: unknown. */
function lackingFor({ id }: TriggerAnswer, around: TriggerPreviewAnswer['$metadata']): string | null | undefined {
  if (around === undefined) return undefined;
  return around.changeable.includes(id) ? null : (neededFor('trigger')[0] ?? null);
}

/** A trigger: its next times, actions, fields, and run history. */
function OneTrigger({ id }: { readonly id: string }) {
  const shown = useEntity<TriggerAnswer>(`/triggers/${id}`, wanted);
  const preview = useEntity<TriggerPreviewAnswer>(`/triggers/${id}/preview?metadata=true&count=${times}`, wanted);
  const ledger = useLatest<readonly TriggerRunAnswer[]>(
    `/triggers/${id}/runs?page=${pageShown()}&resultsPerPage=${rowsOfPage}`,
    wanted,
  );
  const trigger = shown.value.value;
  const around = preview.value.value?.$metadata;
  const lacking = trigger && lackingFor(trigger, around);
  const refresh = useMemo(
    () => async () => {
      await Promise.all([shown.refresh(), preview.refresh(), ledger.refresh()]);
    },
    [shown, preview, ledger.refresh],
  );
  const title = trigger?.title;
  useEffect(() => {
    document.title = `${title ?? 'Trigger'} · Slipway`;
  }, [title]);
  return (
    <section>
      {!trigger && <DeadEnd what="trigger" sentence={shown.refusal.value} list={['/automation', 'All triggers']} />}
      {trigger && (
        <>
          <Link to="/automation">All triggers</Link>
          <Refusal sentence={shown.refusal.value} />
          <h1>{trigger.title}</h1>
          <Steps trigger={trigger} lacking={lacking} refresh={refresh} />
          <Facts trigger={trigger} titles={around?.titles ?? {}} />
          <ChangeForm key={trigger.id} trigger={trigger} lacking={lacking} refresh={refresh} />
          {preview.value.value && <NextTimes preview={preview.value.value} />}
          <Ledger id={trigger.id} runs={ledger.value} refusal={ledger.refusal.value} />
        </>
      )}
    </section>
  );
}

/** The trigger that the address names. */
export const Trigger = ({ parts: { id = '' } }: ViewProps) => <OneTrigger key={id} id={id} />;
