throw new Error(`the pipeline ${pipeline_id} has the status ${pipeline_status}: ${pipeline_web_url}`);
