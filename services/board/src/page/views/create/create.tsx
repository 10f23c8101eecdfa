import { useSignal } from '@preact/signals';
import type { ReleaseAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { sentenceOf } from '../../data/refused.ts';
import { change } from '../../data/rest.ts';
import { useEntity } from '../../live/use-entity.ts';
import { lackingToCreate } from '../../live/use-rights.ts';
import { DeadEnd } from '../../parts/dead-end.tsx';
import { Lacking } from '../../parts/deed.tsx';
import { Markdown } from '../../parts/markdown.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { announce } from '../../place/announce.ts';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';
import { go } from '../../place/router.ts';
import type { ViewProps } from '../view.ts';
import { ReleaseFields } from './release-fields.tsx';
import { ValueFields } from './value-fields.tsx';
import { askedFor, begun, bodyOf, type Written } from './written.ts';

/** What follows the word with which a form was sent. */
type Ending = 'create' | 'start';

const said: Readonly<Record<Ending, string>> = { create: 'was created.', start: 'was created and started.' };

const isEnding = (text: string | undefined): text is Ending => text === 'create' || text === 'start';

/** Which of two buttons a form was sent with; by Enter in a field it is the first one. */
const endingOf = ({ submitter }: SubmitEvent): Ending => {
  const name = submitter instanceof HTMLButtonElement ? submitter.value : undefined;
  return isEnding(name) ? name : 'create';
};

/** The form from which a release of a template is made; then its viewer is at the release. */
function Form({ template }: { readonly template: ReleaseAnswer }) {
  const written = useSignal<Written>(begun(template));
  const refusal = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const lacking = lackingToCreate(template);
  const put = (changes: Partial<Written>): void => {
    written.value = { ...written.value, ...changes };
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy.value) return;
    const ending = endingOf(event);
    refusal.value = null;
    isBusy.value = true;
    try {
      const path = `/templates/${lastOf(template.id)}/${ending}`;
      const { id } = await change<ReleaseAnswer>('POST', path, bodyOf(template, written.value));
      announce(`${written.value.title} ${said[ending]}`);
      go(`/releases/${lastOf(id)}`);
    } catch (error) {
      refusal.value = sentenceOf(error);
      isBusy.value = false;
    }
  };
  const variables = askedFor(template);
  const isOff = lacking !== null || isBusy.value;
  return (
    <form class="actions sheet" onSubmit={(event) => void submit(event)}>
      <ReleaseFields template={template} written={written.value} put={put} />
      <ValueFields
        variables={variables}
        written={written.value}
        change={(key, value) => put({ values: { ...written.value.values, [key]: value } })}
      />
      <Refusal sentence={refusal.value} />
      <button type="submit" class="main" value="create" disabled={isOff}>
        Create
      </button>
      <button type="submit" value="start" disabled={isOff}>
        Create and start
      </button>
      <Lacking names={[lacking]} />
    </form>
  );
}

/** Creates a release from a template, with the values of its start form. */
export function Create({ parts: { id = '' } }: ViewProps) {
  const shown = useEntity<ReleaseAnswer>(`/templates/${id}`, [`release=${id}`]);
  const template = shown.value.value;
  const title = template?.title;
  useEffect(() => {
    document.title = `New release${title === undefined ? '' : ` of ${title}`} · Slipway`;
  }, [title]);
  return (
    <section>
      {!template && <DeadEnd what="template" sentence={shown.refusal.value} list={['/templates', 'All templates']} />}
      {template && (
        <>
          <h1>New release</h1>
          <p>
            Of the template <Link to={`/templates/${id}`}>{template.title}</Link>
          </p>
          {template.description && <Markdown text={template.description} />}
          <Form key={id} template={template} />
        </>
      )}
    </section>
  );
}
