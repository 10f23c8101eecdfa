// include: ansible/client.js
if (credential && !/^\d+$/.test(credential.trim())) throw new Error(`credential: '${credential}' is not a number`);
const variables = [...(extraVars ?? []), extraVars2 ?? ''].filter((text) => text.trim() !== '').join('\n');
const body = {
  ...(variables !== '' && { extra_vars: variables }),
  ...(limit && { limit }),
  ...(inventory && { inventory: idOf('inventories', inventory) }),
  ...(credential && { credentials: [Number(credential)] }),
};
launch(jobTemplate, isTemplateWorkflow, body);
jobId = job;
if (waitTillComplete === false) print(`Launched the job ${job}`);
else task.schedule('ansible/Job.wait.js', 3);
