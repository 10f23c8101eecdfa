xlr {
  release("Inspection of the lifts") {
    tags 'lifts', 'yearly'
    description "One phase for each building"
    variables {
      stringVariable('followUp')
    }
    phases {
    ['east', 'west', 'tower'].each {
        phase(it) {
          tasks {
            manual("Inspect the lift") {
              description "Sign the list in the lift"
            }
          }
        }
      }
    }
  }
}
