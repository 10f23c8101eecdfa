import type { ReleaseAnswer } from '@slipway/wire';
import { useEntity } from '../../live/use-entity.ts';
import { usePlaces } from '../../live/use-places.ts';
import { lackingToCreate } from '../../live/use-rights.ts';
import type { Want } from '../../live/wants.ts';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';

const wanted: readonly Want[] = ['list=templates'];

/** The ways to get a first template. */
export function NoTemplate() {
  const { isKnown, lacking } = usePlaces({ inFolder: 'editTemplate', atTop: 'newTemplate' });
  const none = 'Releases are created from templates, and there is none that you may see';
  if (!isKnown) return null;
  if (lacking !== null) return <p>{`${none}. To make one takes the permission ${lacking}, which you have not.`}</p>;
  return (
    <p>
      {none}: <Link to="/templates">create one, or import a file</Link>.
    </p>
  );
}

/** What the way to a release of a template takes. */
export type Known = Pick<ReleaseAnswer, 'id' | 'title' | '$metadata'>;

/** The link to a release of a template, with the missing permission if any. */
function Way({ template }: { readonly template: Known }) {
  const lacking = lackingToCreate(template);
  const path = `/templates/${lastOf(template.id)}`;
  return (
    <li>
      <Link to={lacking === null ? `${path}/create` : path}>{template.title}</Link>
      {lacking !== null && <span class="none">: to create one takes {lacking}</span>}
    </li>
  );
}

/** The ways to a release of each of these templates. */
export const Ways = ({ templates }: { readonly templates: readonly Known[] }) => (
  <ul>
    {templates.map((template) => (
      <Way key={template.id} template={template} />
    ))}
  </ul>
);

/** The way to a release of one's own, for who has none: templates to create one from, or how to come by a template. */
export function FirstSteps() {
  const { value } = useEntity<readonly Known[]>('/templates?view=summary&resultsPerPage=5', wanted);
  const templates = value.value;
  if (templates === undefined) return null;
  if (templates.length === 0) return <NoTemplate />;
  const mayAny = templates.some((template) => lackingToCreate(template) === null);
  return (
    <section>
      <h2>Create a release</h2>
      {mayAny ? (
        <p>
          From one of these templates, or <Link to="/templates">another one</Link>:
        </p>
      ) : (
        <p>
          That takes a permission which you do not have for these templates. There may be{' '}
          <Link to="/templates">others</Link>.
        </p>
      )}
      <Ways templates={templates} />
    </section>
  );
}
