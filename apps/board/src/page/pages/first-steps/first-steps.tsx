import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { missingCreatePermission } from '../../api/permissions.ts';
import { useAllowedFolders } from '../../live/folders.ts';
import { useEntity } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';

const topics: readonly Topic[] = ['list=templates'];

/** The ways to get a first template. */
export function NoTemplates() {
  const { isLoaded, missingPermission } = useAllowedFolders('createTemplate');
  const noTemplatesText = 'Releases are created from templates, and there is none that you may see';
  if (!isLoaded) return null;
  if (missingPermission !== null)
    return <p>{`${noTemplatesText}. To make one takes the permission ${missingPermission}, which you have not.`}</p>;
  return (
    <p>
      {noTemplatesText}: <Link to="/templates">create one, or import a file</Link>.
    </p>
  );
}

/** What the way to a release of a template takes. */
export type TemplateSummary = Pick<ReleaseResponse, 'id' | 'title' | '$metadata'>;

/** The link to a release of a template, with the missing permission if any. */
function TemplateLink({ template }: { readonly template: TemplateSummary }) {
  const missingPermission = missingCreatePermission(template);
  const path = `/templates/${lastSegment(template.id)}`;
  return (
    <li>
      <Link to={missingPermission === null ? `${path}/create` : path}>{template.title}</Link>
      {missingPermission !== null && <span class="none">: to create one takes {missingPermission}</span>}
    </li>
  );
}

/** The ways to a release of each of these templates. */
export const TemplateLinks = ({ templates }: { readonly templates: readonly TemplateSummary[] }) => (
  <ul>
    {templates.map((template) => (
      <TemplateLink key={template.id} template={template} />
    ))}
  </ul>
);

/** The way to a release of one's own, for who has none: templates to create one from, or how to come by a template. */
export function FirstSteps() {
  const { value } = useEntity<readonly TemplateSummary[]>('/templates?view=summary&resultsPerPage=5', topics);
  const templates = value.value;
  if (templates === undefined) return null;
  if (templates.length === 0) return <NoTemplates />;
  const canCreate = templates.some((template) => missingCreatePermission(template) === null);
  return (
    <section>
      <h2>Create a release</h2>
      {canCreate ? (
        <p>
          From one of these templates, or <Link to="/templates">another one</Link>:
        </p>
      ) : (
        <p>
          That takes a permission which you do not have for these templates. There may be{' '}
          <Link to="/templates">others</Link>.
        </p>
      )}
      <TemplateLinks templates={templates} />
    </section>
  );
}
