// include: ansible/client.js
if (!/^\d+$/.test(job_id.trim())) throw new Error(`job_id: '${job_id}' is not the number of a job`);
jobKind = isWorkflow ? 'workflow_jobs' : 'jobs';
job = job_id.trim();
task.schedule('ansibletower/wait.js', 1);
