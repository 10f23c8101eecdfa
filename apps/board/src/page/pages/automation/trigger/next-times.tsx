import type { TriggerPreviewResponse } from '@slipway/api-schema/triggers';
import { Moment } from '../../../components/moment.tsx';

/** When a trigger fires next, and by whose rights. */
export const NextTimes = ({ preview }: { readonly preview: TriggerPreviewResponse }) => (
  <section>
    <h2>Next times</h2>
    {preview.description !== undefined && <p class="why">It fires {preview.description}.</p>}
    {preview.author !== undefined && <p class="why">It makes releases by the rights of {preview.author}.</p>}
    {!preview.enabled && preview.next.length > 0 && <p class="why">If it were enabled now:</p>}
    {preview.next.length === 0 && <p class="empty">It fires at no time that is known before.</p>}
    <ol class="offers">
      {preview.next.map(({ date, daylightSaving }) => (
        <li key={date}>
          <Moment at={date} /> {daylightSaving}
        </li>
      ))}
    </ol>
  </section>
);
