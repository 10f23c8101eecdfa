def stages = ['Test', 'Production']

xlr {
  template('Repair of the tram display') {
    folder('Trams')
    variables {
      stringVariable('incident') {
        label 'Incident'
      }
      stringVariable('priority') {
        required false
        showOnReleaseStart false
      }
    }
    phases {
      phase('Incident') {
        color '#D94C3D'
        tasks {
          custom('Read the incident') {
            script {
              type 'servicenow.GetIncidentDetail'
              servicenowServer 'Tram tickets'
              incidentId '${incident}'
              incidentPriority variable('priority')
            }
          }
          gate('Is the repair urgent?') {
            precondition '"${priority}" != "1 - Critical"'
          }
        }
      }
      stages.each { stage ->
        phase(stage) {
          tasks {
            custom("Install on $stage") {
              script {
                type 'xldeploy.Deploy'
                server 'Tram deployments'
                retryCounter 'currentContinueRetrial':'0','currentPollingTrial':'0'
                deploymentPackage 'Applications/Display/1.0'
                deploymentEnvironment "Environments/$stage"
              }
            }
          }
        }
      }
    }
  }
}
